/** Password of the stored project file, asked for on the status page; a file of its own, loaded when it is needed. */
import { FilePasswordDialog } from "../../../components/file-password-dialog.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { downloadDecrypted } from "../api/downloads.ts";

const texts = statusTexts.project;

export interface BackupPasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  filename: string;
}

export function BackupPasswordDialog(props: BackupPasswordDialogProps) {
  return (
    <FilePasswordDialog
      {...props}
      texts={texts.dialog}
      confirmLabel={texts.download}
      download={downloadDecrypted}
    />
  );
}
