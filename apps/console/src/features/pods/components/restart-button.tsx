import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { useRestartPod } from "../api/pod-config.ts";

const texts = podsTexts.restart;

export function RestartButton({ pod }: { pod: string }) {
  const [open, setOpen] = useState(false);
  const restart = useRestartPod(pod);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.button}
      </Button>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={texts.title}
        question={texts.question(pod)}
        onConfirm={() => restart.mutateAsync()}
        onDone={() => notice.success(texts.done)}
      />
    </>
  );
}
