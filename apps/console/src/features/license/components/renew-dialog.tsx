import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { licenseTexts } from "../../../texts/index.ts";
import { useRenewLicense } from "../api/change-license.ts";

const texts = licenseTexts.renew;

export function RenewDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const renew = useRenewLicense();
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.button}
      onConfirm={() => renew.mutateAsync()}
      onDone={() => notice.success(texts.done)}
    >
      <p>{texts.question}</p>
      <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
        {texts.warning}
      </Alert>
    </ActionDialog>
  );
}
