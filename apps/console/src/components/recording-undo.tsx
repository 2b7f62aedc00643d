/** Ends a recording that this device added to its project, after saying what stays. */

import { notice } from "../lib/notice.tsx";
import { commonTexts, recordingTexts as texts } from "../texts/index.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface RecordingUndoProps {
  /** Open while there is one. */
  chan: string | undefined;
  undo: (chan: string) => Promise<{ applied: boolean }>;
  onClose: () => void;
}

export function RecordingUndo({ chan, onClose, undo }: RecordingUndoProps) {
  return (
    <ConfirmDialog
      opened={chan !== undefined}
      onClose={onClose}
      title={texts.undo}
      question={texts.undoQuestion(chan ?? "")}
      confirmLabel={texts.undo}
      cancelLabel={commonTexts.action.cancel}
      onConfirm={() => undo(chan ?? "")}
      onDone={({ applied }) => notice.success(applied ? texts.undone : texts.later)}
    />
  );
}
