/** What the dialog of a person holds, and what people read of one. */
import type { Words } from "../../../lib/conflict.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import type { Person, PersonBody, Roster } from "../api/people.ts";

const texts = alarmPeopleTexts.person;

export interface PersonDraft {
  name: string;
  email: string;
  chats: readonly { pod: string; to: string }[];
  absences: readonly { from: string; to: string; why: string }[];
}

export const personDraft = (person: Person | undefined): PersonDraft => ({
  name: person?.name ?? "",
  email: person?.email ?? "",
  chats: person?.chats ?? [],
  absences: person?.absences.map(({ why = "", ...days }) => ({ ...days, why })) ?? [],
});

/** @param id of the one that is changed */
export const personBody = ({ absences, chats, email, name }: PersonDraft, id?: string): PersonBody => ({
  ...(id === undefined ? {} : { id }),
  name: name.trim(),
  ...(email.trim() === "" ? {} : { email: email.trim() }),
  chats: chats.map(({ pod, to }) => ({ pod: pod.trim(), to: to.trim() })),
  absences: absences.map(({ why, ...days }) => ({
    ...days,
    ...(why.trim() === "" ? {} : { why: why.trim() }),
  })),
});

/** As the appliance names what it refuses. */
export const personFields = ({ absences, chats }: PersonDraft): string[] => [
  "name",
  "email",
  ...chats.flatMap((_, at) => [`chats.${at}.pod`, `chats.${at}.to`]),
  ...absences.flatMap((_, at) => [`absences.${at}.from`, `absences.${at}.to`, `absences.${at}.why`]),
];

/** Date where the clock shows the time of this zone, `2026-12-24`. */
export const dateIn = (zone: string, ms: number): string => {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(ms);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
};

export const isAbsent = ({ absences }: Pick<Person, "absences">, today: string): boolean =>
  absences.some(({ from, to }) => from <= today && today <= to);

/** Absences that are not over, the next first. */
export const coming = ({ absences }: Pick<Person, "absences">, today: string): Person["absences"] =>
  absences.filter(({ to }) => to >= today).sort((a, b) => a.from.localeCompare(b.from));

/** "24.12.2026" */
export const dayText = (date: string): string => date.split("-").reverse().join(".");

/** "24.12.2026 – 31.12.2026 (Urlaub)" */
export function absenceText({ from, to, why = "" }: Person["absences"][number]): string {
  const days = from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
  return why === "" ? days : `${days} (${why})`;
}

/** Names of those in which the person stands. */
export const rostersOf = (rosters: readonly Roster[], id: string): string[] =>
  rosters.filter(({ shifts }) => shifts.some(({ people }) => people.includes(id))).map((roster) => roster.id);

const LABELS: Readonly<Record<string, string>> = {
  name: texts.name,
  email: texts.email,
  chats: texts.chats,
  absences: texts.absences,
  pod: texts.pod,
  from: texts.from,
  why: texts.why,
};

/** What somebody else stored, in words. */
export const PERSON_WORDS: Words<PersonDraft> = {
  label: (field) => {
    const [first = "", at, part = ""] = field.split(".");
    if (at === undefined) return LABELS[first] ?? field;
    const isChat = first === "chats";
    const one = isChat ? texts.chat(Number(at) + 1) : texts.absence(Number(at) + 1);
    const named = part === "to" ? (isChat ? texts.to : texts.until) : LABELS[part];
    return [one, named].filter(Boolean).join(", ");
  },
  value: (field, value) => {
    if (!Array.isArray(value)) return undefined;
    return field === "chats"
      ? (value as PersonDraft["chats"]).map(({ pod, to }) => `${pod}: ${to}`).join("; ")
      : (value as PersonDraft["absences"]).map(absenceText).join("; ");
  },
};
