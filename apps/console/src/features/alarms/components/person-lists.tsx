/** Chats and absences in the dialog of a person. */
import { LIMITS } from "@hubwart/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import layout from "../../../components/layout.module.css";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import type { PersonDraft } from "../model/person.ts";
import { replaced, without } from "../model/roster.ts";
import { AddEntry } from "./add-entry.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import classes from "./people.module.css";

const texts = alarmPeopleTexts.person;
const MOST_CHATS = 10;
const MOST_ABSENCES = 100;

interface ListProps<T> {
  entries: readonly T[];
  errors: FieldErrors;
  onChange: (entries: readonly T[]) => void;
}

type Chat = PersonDraft["chats"][number];

/** @param pods chat pods of the running project */
export function ChatList({ entries, errors, onChange, pods }: ListProps<Chat> & { pods: readonly string[] }) {
  return (
    <EntryList
      title={texts.chats}
      text={texts.chatsText}
      entries={entries}
      nameOf={texts.chat}
      add={texts.addChat}
      most={MOST_CHATS}
      fresh={{ pod: pods.find((pod) => !entries.some((entry) => entry.pod === pod)) ?? "", to: "" }}
      onChange={onChange}
    >
      {(chat, at, set) => (
        <>
          <Pod
            pods={pods}
            value={chat.pod}
            error={errors[`chats.${at}.pod`]}
            change={(pod) => set({ ...chat, pod })}
          />
          <TextInput
            label={texts.to}
            required
            maxLength={500}
            autoComplete="off"
            value={chat.to}
            error={errors[`chats.${at}.to`]}
            onChange={({ currentTarget }) => set({ ...chat, to: currentTarget.value })}
          />
        </>
      )}
    </EntryList>
  );
}

interface PodProps {
  pods: readonly string[];
  value: string;
  error: string | undefined;
  change: (pod: string) => void;
}

function Pod({ change, error, pods, value }: PodProps) {
  if (pods.length === 0)
    return (
      <TextInput
        label={texts.pod}
        required
        placeholder={texts.podText}
        maxLength={100}
        autoComplete="off"
        value={value}
        error={error}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  const all = value === "" || pods.includes(value) ? pods : [value, ...pods];
  return (
    <NativeSelect
      label={texts.pod}
      required
      value={value}
      error={error}
      data={[{ value: "", label: texts.choosePod }, ...all.map((pod) => ({ value: pod, label: pod }))]}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

type Absence = PersonDraft["absences"][number];

/** @param today where a new one begins */
export function AbsenceList({ entries, errors, onChange, today }: ListProps<Absence> & { today: string }) {
  return (
    <EntryList
      title={texts.absences}
      text={texts.absencesText}
      entries={entries}
      nameOf={texts.absence}
      add={texts.addAbsence}
      most={MOST_ABSENCES}
      fresh={{ from: today, to: today, why: "" }}
      onChange={onChange}
    >
      {(absence, at, set) => (
        <>
          <TextInput
            type="date"
            label={texts.from}
            required
            value={absence.from}
            error={errors[`absences.${at}.from`]}
            onChange={({ currentTarget }) => set({ ...absence, from: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={texts.until}
            required
            value={absence.to}
            error={errors[`absences.${at}.to`]}
            onChange={({ currentTarget }) => set({ ...absence, to: currentTarget.value })}
          />
          <TextInput
            label={texts.why}
            maxLength={LIMITS.alarmWordsMax}
            autoComplete="off"
            value={absence.why}
            error={errors[`absences.${at}.why`]}
            onChange={({ currentTarget }) => set({ ...absence, why: currentTarget.value })}
          />
        </>
      )}
    </EntryList>
  );
}

interface EntryListProps<T> {
  title: string;
  text: string;
  entries: readonly T[];
  nameOf: (number: number) => string;
  add: string;
  most: number;
  fresh: T;
  onChange: (entries: readonly T[]) => void;
  children: (entry: T, at: number, set: (entry: T) => void) => ReactNode;
}

function EntryList<T>(props: EntryListProps<T>) {
  const { add, children, entries, fresh, most, nameOf, onChange, text, title } = props;
  return (
    <fieldset className={classes["group"]}>
      <legend>{title}</legend>
      <p className={layout["muted"]}>{text}</p>
      <ul className={classes["list"]} hidden={entries.length === 0}>
        {entries.map((entry, at) => (
          // Entries have nothing to know them by but their place.
          <li key={nameOf(at + 1)} data-entry>
            <section className={classes["entry"]} aria-label={nameOf(at + 1)}>
              <div className={classes["head"]}>
                <h3>{nameOf(at + 1)}</h3>
                <OrderButtons
                  name={nameOf(at + 1)}
                  at={at}
                  count={entries.length}
                  onRemove={() => onChange(without(entries, at))}
                />
              </div>
              <div className={classes["fields"]}>
                {children(entry, at, (next) => onChange(replaced(entries, at, next)))}
              </div>
            </section>
          </li>
        ))}
      </ul>
      <AddEntry label={add} full={entries.length >= most} onAdd={() => onChange([...entries, fresh])} />
    </fieldset>
  );
}
