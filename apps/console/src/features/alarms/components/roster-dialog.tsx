/** Adds or changes a roster. */

import { alarmRosterSave, CODES } from "@hubwart/contract";
import { Switch, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { EntryDialog } from "../../../components/entry-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { TimeField } from "../../../components/time-field.tsx";
import { same } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { refusedTaken, refuseTaken } from "../../../lib/taken.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import { type People, type Roster, usePeopleActions } from "../api/people.ts";
import { type RosterDraft, rosterBody, rosterDraft, rosterFields, rosterWords } from "../model/roster.ts";
import { DutyPlan } from "./duty-plan.tsx";
import classes from "./people.module.css";
import { ShiftList } from "./shift-fields.tsx";

const texts = alarmPeopleTexts.roster;

export interface RosterDialogProps {
  /** undefined: a new one. */
  roster: Roster | undefined;
  /** Of a new one. */
  name?: string | undefined;
  data: People;
  /** Of the data that the dialog was opened from. */
  etag: string | undefined;
  /** Date of the device, `2026-12-24`. */
  today: string;
  onClose: () => void;
}

export function RosterDialog({ data, etag, name, onClose, roster, today }: RosterDialogProps) {
  const { latest, saveRoster } = usePeopleActions();
  const [first] = useState(() => rosterDraft(roster, today, name));
  const [draft, set] = useParts<RosterDraft>(first);
  const { people, zone } = data;
  const others = data.rosters.map(({ id }) => id).filter((id) => id !== roster?.id);
  return (
    <EntryDialog
      entry={roster && first}
      etag={etag}
      latest={async (mine) => {
        const stored = await latest();
        const id = roster?.id ?? mine.id.trim();
        const now = stored?.data.rosters.find((one) => one.id === id);
        return { entry: now && rosterDraft(now, today), etag: stored?.etag };
      }}
      words={rosterWords(people)}
      set={set}
      taken={(mine) => refusedTaken("id", mine.id.trim())}
      mine={draft}
      store={(mark) => saveRoster(rosterBody(draft, roster?.id), mark)}
      onSaved={() => notice.success(alarmPeopleTexts.rosters.saved)}
      onClose={onClose}
      title={roster ? alarmPeopleTexts.rosters.edit : alarmPeopleTexts.rosters.add}
      size="lg"
      values={draft}
      fields={rosterFields(draft)}
      check={() => ({
        ...schemaErrors(alarmRosterSave.body, rosterBody(draft, roster?.id)),
        ...refuseTaken("id", draft.id.trim(), others),
      })}
      messages={{ [CODES.notFound]: texts.overtaken }}
    >
      {(errors) => (
        <>
          <TextInput
            label={texts.name}
            description={texts.nameText}
            required
            data-autofocus
            maxLength={100}
            autoComplete="off"
            value={draft.id}
            error={errors["id"]}
            onChange={({ currentTarget }) => set({ id: currentTarget.value })}
          />
          <p className={layout["muted"]}>{alarmPeopleTexts.zone(zone)}</p>
          <ShiftList
            shifts={draft.shifts}
            people={people}
            errors={errors}
            onChange={(shifts) => set({ shifts })}
          />
          <Turns draft={draft} errors={errors} set={set} />
          {roster && same(draft, first) ? (
            <section className={classes["group"]} aria-label={alarmPeopleTexts.plan.title}>
              <h3 className={classes["label"]}>{alarmPeopleTexts.plan.title}</h3>
              <DutyPlan roster={roster.id} people={people} mark={markOf(etag, zone)} />
            </section>
          ) : null}
        </>
      )}
    </EntryDialog>
  );
}

/** What who is on duty depends on, but for the time. */
export const markOf = (etag: string | undefined, zone: string): string => `${etag ?? ""} ${zone}`;

interface TurnsProps {
  draft: RosterDraft;
  errors: Readonly<Record<string, string>>;
  set: (part: Partial<RosterDraft>) => void;
}

function Turns({ draft, errors, set }: TurnsProps) {
  const hint = useId();
  return (
    <div className={classes["group"]}>
      <Switch
        label={texts.turns}
        // The hint lies within the label, and would be read as a part of the name.
        aria-label={texts.turns}
        aria-describedby={hint}
        description={<span id={hint}>{texts.turnsText}</span>}
        checked={draft.turns}
        onChange={({ currentTarget }) => set({ turns: currentTarget.checked })}
      />
      {draft.turns ? (
        <div className={classes["fields"]}>
          <TextInput
            type="date"
            label={texts.since}
            required
            value={draft.since}
            error={errors["turns.since"]}
            onChange={({ currentTarget }) => set({ since: currentTarget.value })}
          />
          <TimeField
            label={texts.at}
            required
            value={draft.at}
            error={errors["turns.at"]}
            onChange={(at) => set({ at })}
          />
        </div>
      ) : null}
    </div>
  );
}
