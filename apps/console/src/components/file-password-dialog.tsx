/** Asks for the password of the stored project file. Stays open on a wrong one, says so inside; the session goes on. */
import { CODES } from "@hubwart/contract";
import { useMounted } from "@mantine/hooks";
import { useState } from "react";
import { ActionDialog } from "./action-dialog.tsx";
import { FilePasswordField } from "./file-password-field.tsx";

const PASSWORD = "pwd";

export interface FilePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  texts: { title: string; text: (filename: string) => string; password: string; wrong: string };
  confirmLabel: string;
  filename: string;
  download: (pwd: string) => Promise<unknown>;
}

export function FilePasswordDialog(props: FilePasswordDialogProps) {
  const { opened, onClose, texts, confirmLabel, filename, download } = props;
  const [pwd, setPwd] = useState("");
  // A dialog restores the focus only if it was mounted closed first.
  const mounted = useMounted();
  function close(): void {
    onClose();
    setPwd("");
  }
  return (
    <ActionDialog
      opened={opened && mounted}
      onClose={close}
      title={texts.title}
      confirmLabel={confirmLabel}
      canConfirm={pwd !== ""}
      messages={{ [CODES.wrongFilePassword]: { field: PASSWORD, text: texts.wrong } }}
      onConfirm={() => download(pwd)}
    >
      {({ [PASSWORD]: error }) => (
        <>
          <p>{texts.text(filename)}</p>
          <FilePasswordField
            data-autofocus
            required
            label={texts.password}
            name="file-password"
            error={error}
            value={pwd}
            onChange={setPwd}
          />
        </>
      )}
    </ActionDialog>
  );
}
