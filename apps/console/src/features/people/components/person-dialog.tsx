/** Invites a person, or changes one. */
import { CODES, LEVELS } from "@hubwart/contract";
import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { ConflictNote } from "../../../components/conflict-note.tsx";
import layout from "../../../components/layout.module.css";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { useRival } from "../../../lib/use-rival.ts";
import { commonTexts, peopleTexts as texts } from "../../../texts/index.ts";
import { type Editable, type Person, usePeopleActions } from "../api/people.ts";
import { type Draft, draftOf, editableOf, mayBeKept, NEW, wrongOf } from "../model/draft.ts";

export interface PersonDialogProps {
  /** undefined: a new one. */
  person: Person | undefined;
  /** Of the list that the dialog was opened from. */
  etag: string | undefined;
  onClose: () => void;
  /** Somebody was invited by this link's token. */
  onInvited: (link: { name: string; token: string }) => void;
}

const ROLES = LEVELS.map((value) => ({ value, label: texts.role[value] }));
const plain = ({ channels, label, name, role }: Editable): Editable => ({ name, label, role, channels });

export function PersonDialog({ person, etag, onClose, onInvited }: PersonDialogProps) {
  const { invite, latest, save } = usePeopleActions();
  const [draft, setDraft] = useState<Draft>(person ? draftOf(person) : NEW);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
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
    set: (values) => setDraft(draftOf(values)),
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
      opened
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
          <TextInput
            label={texts.fields.name}
            required
            data-autofocus
            value={draft.name}
            maxLength={60}
            error={refused["name"]}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label={texts.fields.label}
            description={texts.fields.labelHint}
            value={draft.label}
            maxLength={100}
            error={refused["label"]}
            autoComplete="off"
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
          <Select
            label={texts.fields.role}
            description={texts.roleText[draft.role]}
            data={ROLES}
            allowDeselect={false}
            disabled={person?.own === true}
            value={draft.role}
            error={refused["role"]}
            onChange={(role) => {
              const chosen = LEVELS.find((level) => level === role);
              if (chosen) set({ role: chosen });
            }}
          />
          {mayBeKept(draft.role) ? (
            <Switch
              label={texts.fields.kept}
              checked={draft.kept}
              onChange={(event) => set({ kept: event.currentTarget.checked })}
            />
          ) : null}
          {draft.kept && mayBeKept(draft.role) ? (
            <Textarea
              label={texts.fields.channels}
              description={texts.fields.channelsHint}
              required
              autosize
              minRows={2}
              maxRows={8}
              spellCheck={false}
              value={draft.channels}
              error={refused["channels"]}
              onChange={(event) => set({ channels: event.currentTarget.value })}
            />
          ) : null}
          {person ? <p className={layout["second"]}>{texts.ends}</p> : null}
        </div>
      )}
    </ActionDialog>
  );
}
