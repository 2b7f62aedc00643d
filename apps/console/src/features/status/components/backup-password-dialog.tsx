/** Asks for the password of the stored project file. Stays open on a wrong one; the session goes on. */
import { CODES } from "@hubwart/contract";
import { PasswordInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { downloadDecrypted } from "../api/downloads.ts";

const texts = statusTexts.project;
const MESSAGES = { [CODES.wrongFilePassword]: texts.dialog.wrong };

export interface BackupPasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  filename: string;
}

export function BackupPasswordDialog({ opened, onClose, filename }: BackupPasswordDialogProps) {
  const [pwd, setPwd] = useState("");
  // A dialog gives the focus back only if it was there, closed, before it opened.
  const mounted = useMounted();
  function close(): void {
    onClose();
    setPwd("");
  }
  return (
    <ActionDialog
      opened={opened && mounted}
      onClose={close}
      title={texts.dialog.title}
      confirmLabel={texts.download}
      canConfirm={pwd !== ""}
      messages={MESSAGES}
      onConfirm={() => downloadDecrypted(pwd)}
    >
      <p>{texts.dialog.text(filename)}</p>
      <PasswordInput
        data-autofocus
        label={texts.dialog.password}
        name="file-password"
        autoComplete="off"
        value={pwd}
        onChange={(event) => setPwd(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
