import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { restartAll } from "../../../app/overlay/restart-all.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { systemTexts } from "../../../texts/index.ts";

const texts = systemTexts.restart.device;

export function RestartButton() {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  // The cover took the focus from a dialog that no longer exists.
  const finished = (): void => void requestAnimationFrame(() => element.current?.focus());
  return (
    <>
      <Button
        ref={element}
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.button}
      </Button>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={texts.button}
        question={texts.question}
        onConfirm={() => restartAll("reboot", finished)}
      />
    </>
  );
}
