/** The question before a write, where the row of the block wants it. */
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { commonTexts, pagesTexts } from "../../../texts/index.ts";

const texts = pagesTexts.ask;

export interface AskFirstProps {
  name: string;
  /** The value with its unit; undefined: nothing is asked. */
  shown: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

export function AskFirst({ name, onClose, onConfirm, shown }: AskFirstProps) {
  return (
    <ConfirmDialog
      opened={shown !== undefined}
      onClose={onClose}
      title={texts.title}
      question={texts.question(name, shown ?? "")}
      confirmLabel={texts.confirm}
      cancelLabel={commonTexts.action.cancel}
      // What becomes of it is said at the block.
      onConfirm={async () => onConfirm()}
    />
  );
}
