/** Restarts something, after a question. */
import { IconRefresh } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { commonTexts } from "../texts/index.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { IconButton } from "./icon-button.tsx";

export interface RestartButtonProps {
  /** Of the button and of the dialog. */
  label: string;
  question: string;
  /** Resolves when accepted; calls `finished` when all is back, where a cover hid the page meanwhile. */
  restart: (finished: () => void) => Promise<unknown>;
  onDone?: () => void;
}

export function RestartButton({ label, question, restart, onDone }: RestartButtonProps) {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  // The cover took the focus from a dialog that no longer exists.
  const finished = (): void => void requestAnimationFrame(() => element.current?.focus());
  return (
    <>
      <IconButton ref={element} variant="default" icon={IconRefresh} onClick={() => setOpen(true)}>
        {label}
      </IconButton>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={label}
        confirmLabel={commonTexts.action.restart}
        question={question}
        onConfirm={() => restart(finished)}
        {...(onDone ? { onDone } : {})}
      />
    </>
  );
}
