/** What the dialog of a roster holds, and a roster in words. */
import type { Words } from "../../../lib/conflict.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import type { Person, Roster, RosterBody } from "../api/people.ts";

const texts = alarmPeopleTexts.roster;

export type Shift = Roster["shifts"][number];

export interface RosterDraft {
  id: string;
  shifts: readonly Shift[];
  /** Whether people take turns week by week, and since when. */
  turns: boolean;
  since: string;
  at: string;
}

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];
const CHANGE_AT = "07:00";

export const NEW_SHIFT: Shift = { days: ALL_DAYS, from: "00:00", to: "00:00", people: [] };

/**
 * @param today date of the device, `2026-12-24`
 * @param name of a new one
 */
export function rosterDraft(roster: Roster | undefined, today: string, name = ""): RosterDraft {
  return {
    id: roster?.id ?? name,
    // A field for a time of day has no 24:00; midnight is the same moment.
    shifts: roster?.shifts.map((shift) => ({ ...shift, to: shift.to === "24:00" ? "00:00" : shift.to })) ?? [
      NEW_SHIFT,
    ],
    turns: roster?.turns !== undefined,
    since: roster?.turns?.since ?? mondayBefore(today),
    at: roster?.turns?.at ?? CHANGE_AT,
  };
}

/** @param was name of the one that is changed */
export const rosterBody = ({ at, id, shifts, since, turns }: RosterDraft, was?: string): RosterBody => ({
  ...(was === undefined ? {} : { was }),
  id: id.trim(),
  shifts: shifts.map((shift) => ({ ...shift, days: [...shift.days], people: [...shift.people] })),
  ...(turns ? { turns: { since, at } } : {}),
});

/** As the appliance names what it refuses. */
export const rosterFields = ({ shifts }: RosterDraft): string[] => [
  "id",
  "turns.since",
  "turns.at",
  ...shifts.flatMap(({ people }, at) =>
    ["days", "from", "to", "people", ...people.map((_, each) => `people.${each}`)].map(
      (name) => `shifts.${at}.${name}`,
    ),
  ),
];

/** With the entry at another place. */
export function moved<T>(list: readonly T[], at: number, by: number): T[] {
  const next = [...list];
  const [entry] = next.splice(at, 1);
  if (entry !== undefined) next.splice(at + by, 0, entry);
  return next;
}

export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, each) => each !== at);
export const replaced = <T>(list: readonly T[], at: number, entry: T): T[] =>
  list.map((each, place) => (place === at ? entry : each));

export const nameOf = (people: readonly Person[], id: string): string =>
  people.find((person) => person.id === id)?.name ?? alarmPeopleTexts.unknownPerson;

/** "Mo–Fr, So", "täglich". */
export function daysText(days: readonly number[]): string {
  const short = alarmPeopleTexts.daysShort;
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  if (sorted.length === short.length) return alarmPeopleTexts.daily;
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => {
      const named = run.map((day) => short[day - 1] ?? "");
      return named.length > 2 ? [`${named[0]}–${named.at(-1)}`] : named;
    })
    .join(", ");
}

/** What a person might not see in two times of day; empty where the shift ends on the day on which it begins. */
export function shiftEnd({ from, to }: Pick<Shift, "from" | "to">): string {
  if (from === "" || to === "" || from < to) return "";
  if (to === "00:00" || to === "24:00") return from === "00:00" ? texts.wholeDay : texts.midnight;
  return texts.nextDay(to);
}

/** "Mo–Fr, 07:00–17:00: Anna Berger, Bert Cordes". @param most names; how many more there are is told */
export function shiftText(
  { days, from, people, to }: Shift,
  known: readonly Person[],
  most = people.length,
): string {
  const names = people.slice(0, most).map((id) => nameOf(known, id));
  const more = people.length - names.length;
  const named = names.join(", ") || alarmPeopleTexts.nobody;
  return `${daysText(days)}, ${from}–${to}: ${more > 0 ? texts.andMore(named, more) : named}`;
}

/** What somebody else stored, in words. */
export function rosterWords(people: readonly Person[]): Words<RosterDraft> {
  const labels: Readonly<Record<string, string>> = {
    id: texts.name,
    shifts: texts.shifts,
    turns: texts.turns,
    since: texts.since,
    at: texts.at,
    days: texts.days,
    from: texts.from,
    to: texts.to,
    people: texts.people,
  };
  return {
    label: (field) => {
      const [first = "", at, part = ""] = field.split(".");
      if (at === undefined) return labels[first] ?? field;
      return [texts.shift(Number(at) + 1), labels[part]].filter(Boolean).join(", ");
    },
    value: (field, value) => {
      const [first, at, part] = field.split(".");
      if (first !== "shifts") return undefined;
      if (at === undefined) return (value as Shift[]).map((shift) => shiftText(shift, people)).join("; ");
      if (part === undefined) return shiftText(value as Shift, people);
      if (part !== "people" && part !== "days") return undefined;
      const all = (Array.isArray(value) ? value : [value]) as (string | number)[];
      return part === "days"
        ? daysText(all.map(Number))
        : all.map((id) => nameOf(people, String(id))).join(", ");
    },
  };
}

function mondayBefore(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
