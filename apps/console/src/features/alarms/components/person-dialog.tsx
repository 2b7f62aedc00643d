/** Adds or changes a person who is told of alarms. */

import { alarmPersonSave, CODES } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { usePods } from "../../../api/pods.ts";
import { EntryDialog } from "../../../components/entry-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { refuseTaken } from "../../../lib/taken.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import { type People, type Person, usePeopleActions } from "../api/people.ts";
import { PERSON_WORDS, type PersonDraft, personBody, personDraft, personFields } from "../model/person.ts";
import { AbsenceList, ChatList } from "./person-lists.tsx";

const texts = alarmPeopleTexts.person;

export interface PersonDialogProps {
  /** undefined: a new one. */
  person: Person | undefined;
  people: People["people"];
  /** Of the data that the dialog was opened from. */
  etag: string | undefined;
  /** Date of the device, `2026-12-24`. */
  today: string;
  onClose: () => void;
}

export function PersonDialog({ etag, onClose, people, person, today }: PersonDialogProps) {
  const { latest, savePerson } = usePeopleActions();
  const [first] = useState(() => personDraft(person));
  const [draft, set] = useParts<PersonDraft>(first);
  const pods = (usePods().data?.pods ?? []).map(({ id }) => id).filter((id) => id.startsWith("chat."));
  const others = people.filter(({ id }) => id !== person?.id).map(({ name }) => name);
  return (
    <EntryDialog
      entry={person && first}
      etag={etag}
      latest={async () => {
        const stored = await latest();
        const now = person && stored?.data.people.find(({ id }) => id === person.id);
        return { entry: now && personDraft(now), etag: stored?.etag };
      }}
      words={PERSON_WORDS}
      set={set}
      mine={draft}
      store={(mark) => savePerson(personBody(draft, person?.id), mark)}
      onSaved={() => notice.success(alarmPeopleTexts.people.saved)}
      onClose={onClose}
      title={person ? alarmPeopleTexts.people.edit : alarmPeopleTexts.people.add}
      size="lg"
      values={draft}
      fields={personFields(draft)}
      check={() => ({
        ...schemaErrors(alarmPersonSave.body, personBody(draft, person?.id)),
        ...refuseTaken("name", draft.name.trim(), others),
      })}
      messages={{ [CODES.notFound]: texts.overtaken }}
    >
      {(errors) => (
        <>
          <TextInput
            label={texts.name}
            required
            data-autofocus
            maxLength={100}
            autoComplete="off"
            value={draft.name}
            error={errors["name"]}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <TextInput
            label={texts.email}
            description={texts.emailText}
            type="email"
            inputMode="email"
            maxLength={254}
            autoComplete="off"
            value={draft.email}
            error={errors["email"]}
            onChange={({ currentTarget }) => set({ email: currentTarget.value })}
          />
          <ChatList entries={draft.chats} errors={errors} pods={pods} onChange={(chats) => set({ chats })} />
          <AbsenceList
            entries={draft.absences}
            errors={errors}
            today={today}
            onChange={(absences) => set({ absences })}
          />
        </>
      )}
    </EntryDialog>
  );
}
