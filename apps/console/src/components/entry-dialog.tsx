/**
 * A dialog that adds or changes an entry of a list which others may store meanwhile: what they changed is shown, and
 * saving goes on from there (`useRival`).
 *
 *     <EntryDialog entry={user} etag={etag} latest={…} words={…} set={set} mine={draft} store={(mark) => save(body, mark)}
 *       onSaved={() => notice.success(texts.saved)} title={texts.edit} onClose={close}>
 *       {(errors) => <TextInput error={errors["name"]} … />}
 *     </EntryDialog>
 */
import type { ReactNode } from "react";
import type { FieldErrors } from "../lib/use-edit.ts";
import { type RivalOptions, useRival } from "../lib/use-rival.ts";
import { commonTexts } from "../texts/index.ts";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";
import { ConflictNote } from "./conflict-note.tsx";

type Dialog<T> = Pick<
  ActionDialogProps<T | undefined>,
  | "opened"
  | "title"
  | "onClose"
  | "values"
  | "fields"
  | "check"
  | "canConfirm"
  | "messages"
  | "size"
  | "confirmLabel"
>;

export interface EntryDialogProps<V, T> extends Omit<RivalOptions<V, T>, "onOverwritten">, Dialog<T> {
  /** The entry as it is edited. */
  mine: V;
  /** `mark`: of the list that it goes into. */
  store: (mark: string | undefined) => Promise<T>;
  /** Whether to store at all; the dialog stays open otherwise. */
  before?: () => Promise<boolean>;
  onSaved: (answer: T) => void;
  children: (errors: FieldErrors) => ReactNode;
}

export function EntryDialog<V extends object, T>({
  before,
  children,
  confirmLabel = commonTexts.action.save,
  entry,
  etag,
  latest,
  mine,
  onClose,
  onSaved,
  set,
  store,
  taken,
  words,
  ...dialog
}: EntryDialogProps<V, T>) {
  const rival = useRival<V, T>({
    entry,
    etag,
    latest,
    words,
    set,
    onOverwritten: (answer) => {
      onClose();
      onSaved(answer);
    },
    ...(taken ? { taken } : {}),
  });
  const conflict = rival.conflict(mine, store);
  return (
    <ActionDialog
      {...dialog}
      onClose={onClose}
      confirmLabel={confirmLabel}
      onConfirm={async () => ((await before?.()) === false ? undefined : rival.send(mine, store))}
      done={(answer) => answer !== undefined}
      onDone={(answer) => answer !== undefined && onSaved(answer)}
    >
      {(errors) => (
        <>
          {conflict ? <ConflictNote conflict={conflict} /> : null}
          {children(errors)}
        </>
      )}
    </ActionDialog>
  );
}
