/** Invites a person, or changes one. */

import { CODES } from "@hubwart/contract";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { ConflictNote } from "../../../components/conflict-note.tsx";
import layout from "../../../components/layout.module.css";
import {
  type Draft,
  draftOf,
  type Editable,
  editableOf,
  NEW,
  wrongOf,
} from "../../../components/person/draft.ts";
import { PersonFields } from "../../../components/person/person-fields.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { useParts } from "../../../lib/use-parts.ts";
import { useRival } from "../../../lib/use-rival.ts";
import { commonTexts, peopleTexts as texts } from "../../../texts/index.ts";
import { type Person, usePeopleActions } from "../api/people.ts";

export interface PersonDialogProps {
  /** undefined: a new one. */
  person: Person | undefined;
  /** Of the list that the dialog was opened from. */
  etag: string | undefined;
  onClose: () => void;
  /** Somebody was invited by this link's token. */
  onInvited: (link: { name: string; token: string }) => void;
}

const plain = ({ channels, label, name, role }: Editable): Editable => ({ name, label, role, channels });

export function PersonDialog({ person, etag, onClose, onInvited }: PersonDialogProps) {
  const { invite, latest, save } = usePeopleActions();
  const [draft, set] = useParts<Draft>(person ? draftOf(person) : NEW);
  const mine = editableOf(draft);
  const saved = () => notice.success(person ? texts.saved : texts.invited);
  const rival = useRival<Editable, { token?: string }>({
    entry: person && plain(person),
    etag,
    latest: async () => {
      const stored = await latest();
      const now = person && stored?.data.people.find(({ id }) => id === person.id);
      return { entry: now && plain(now), etag: stored?.etag };
    },
    words: namedFields({
      name: texts.fields.name,
      label: texts.fields.label,
      role: texts.fields.role,
      channels: texts.fields.channels,
    }),
    set: (values) => set(draftOf(values)),
    onOverwritten: () => {
      onClose();
      saved();
    },
  });
  const store = async (mark: string | undefined): Promise<{ token?: string }> => {
    if (!person) return await invite(mine, mark);
    await save({ id: person.id, ...mine }, mark);
    return {};
  };
  const conflict = rival.conflict(mine, store);
  return (
    <ActionDialog
      onClose={onClose}
      title={person ? texts.editTitle(person.label || person.name) : texts.invite}
      confirmLabel={person ? commonTexts.action.save : texts.invite}
      check={() => wrongOf(draft)}
      onConfirm={() => rival.send(mine, store)}
      done={(answer) => answer !== undefined}
      fields={["name", "label", "role", "channels"]}
      values={draft}
      onDone={(answer) => {
        saved();
        if (answer?.token !== undefined) onInvited({ name: mine.label || mine.name, token: answer.token });
      }}
      messages={{ [CODES.conflict]: texts.overtaken }}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          {conflict ? <ConflictNote conflict={conflict} /> : null}
          <PersonFields draft={draft} set={set} refused={refused} roleLocked={person?.own === true} />
          {person ? <p className={layout["second"]}>{texts.ends}</p> : null}
        </div>
      )}
    </ActionDialog>
  );
}
