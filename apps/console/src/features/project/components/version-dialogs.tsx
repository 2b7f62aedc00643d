/** The note of a version, and the way back to it. */
import { LIMITS } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { useRestore } from "../api/restore.ts";
import { useSaveVersion, type Version } from "../api/versions.ts";

const texts = projectTexts.versions;

export interface VersionDialogProps {
  /** Undefined: closed. */
  version: Version | undefined;
  onClose: () => void;
}

/** Stays open while the hub restarts, and says inside if the version did not run. */
export function RestoreDialog({ version, onClose }: VersionDialogProps) {
  const restore = useRestore();
  const shown = useLast(version);
  if (!shown) return null;
  const { name, id, uploaded } = shown;
  return (
    <ConfirmDialog
      opened={version !== undefined}
      onClose={onClose}
      title={texts.restoreTitle(shown.version)}
      confirmLabel={texts.restore}
      question={texts.restoreQuestion(name || id, formatDateTimeShort(uploaded * 1_000))}
      onConfirm={() => restore.mutateAsync(shown.version)}
      onDone={() => notice.success(texts.restored(shown.version))}
    />
  );
}

export function NoteDialog({ version, onClose }: VersionDialogProps) {
  const { mutateAsync } = useSaveVersion();
  const shown = useLast(version);
  const [note, setNote] = useState("");
  const [of, setOf] = useState<Version>();
  if (version !== of) {
    setOf(version);
    if (version) setNote(version.note);
  }
  if (!shown) return null;
  return (
    <ActionDialog
      opened={version !== undefined}
      onClose={onClose}
      title={texts.noteTitle(shown.version)}
      confirmLabel={texts.noteSave}
      fields={["note"]}
      onConfirm={() => mutateAsync({ version: shown.version, note })}
    >
      {(refused) => (
        <TextInput
          data-autofocus
          label={texts.note}
          description={texts.noteHint}
          maxLength={LIMITS.versionNoteMax}
          error={refused["note"]}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}

/** Keeps what is shown while the dialog fades out. */
export function useLast(version: Version | undefined): Version | undefined {
  const [last, setLast] = useState(version);
  if (version !== undefined && version !== last) setLast(version);
  return version ?? last;
}
