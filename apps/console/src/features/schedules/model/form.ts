/**
 * A plan as the fields of a form: one per day of the week, one per calendar (`c:Feiertag`), and the rest. Each is JSON, so that the edits of
 * two people are compared and merged day by day.
 */
import {
  type LaneEdge,
  lanesOf,
  type Plan,
  type PlanDay,
  type PlanValue,
  planOfLanes,
} from "@hubwart/schedule";

export type Form = Readonly<Record<string, string>>;

export const WEEK_KEYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
const CALENDAR = "c:";
/** A calendar that the plan does not name (any more). */
const ABSENT = "";

export const calendarKey = (name: string): string => CALENDAR + name;
export const calendarOf = (key: string): string | undefined =>
  key.startsWith(CALENDAR) ? key.slice(CALENDAR.length) : undefined;

export function formOf(plan: Plan): Form {
  const { calendars, days = [], default: usual, ignored = [], off, week } = lanesOf(plan);
  return {
    default: JSON.stringify(usual),
    ...Object.fromEntries(WEEK_KEYS.map((key, at) => [key, JSON.stringify(week[at] ?? [])])),
    ...Object.fromEntries(
      Object.entries(calendars).map(([name, edges]) => [calendarKey(name), JSON.stringify(edges)]),
    ),
    ignored: JSON.stringify(ignored),
    days: JSON.stringify(days),
    off: JSON.stringify(off ?? null),
  };
}

export function planOfForm(form: Form): Plan {
  const off = read<{ value: PlanValue } | null>(form, "off", null);
  const calendars = calendarKeys(form).map((key): [string, LaneEdge[]] => [
    calendarOf(key) ?? "",
    edgesOf(form, key),
  ]);
  return planOfLanes({
    default: defaultOf(form),
    week: WEEK_KEYS.map((key) => edgesOf(form, key)),
    calendars: Object.fromEntries(calendars),
    ignored: ignoredOf(form),
    days: daysOf(form),
    ...(off ? { off } : {}),
  });
}

/** Of the calendars that the plan names, in order. */
export const calendarKeys = (form: Form): string[] =>
  Object.keys(form)
    .filter((key) => key.startsWith(CALENDAR) && form[key] !== ABSENT)
    .sort();

export const laneKeys = (form: Form): string[] => [...WEEK_KEYS, ...calendarKeys(form)];

export const edgesOf = (form: Form, key: string): LaneEdge[] => read<LaneEdge[]>(form, key, []);
export const defaultOf = (form: Form): PlanValue => read<PlanValue>(form, "default", false);
export const ignoredOf = (form: Form): string[] => read<string[]>(form, "ignored", []);
export const daysOf = (form: Form): PlanDay[] => read<PlanDay[]>(form, "days", []);
export const offOf = (form: Form): { value: PlanValue } | null => read(form, "off", null);

export const withEdges = (key: string, edges: readonly LaneEdge[]): Form => ({
  [key]: JSON.stringify(edges),
});
export const withDays = (days: readonly PlanDay[]): Form => ({ days: JSON.stringify(days) });
export const withIgnored = (names: readonly string[]): Form => ({ ignored: JSON.stringify(names) });
export const withOff = (off: { value: PlanValue } | null): Form => ({ off: JSON.stringify(off) });
export const withDefault = (value: PlanValue): Form => ({ default: JSON.stringify(value) });
export const withoutCalendar = (form: Form, name: string): Form => ({
  [calendarKey(name)]: ABSENT,
  ...withIgnored(ignoredOf(form).filter((one) => one !== name)),
});

function read<T>(form: Form, key: string, none: T): T {
  const text = form[key];
  return text === undefined || text === ABSENT ? none : (JSON.parse(text) as T);
}
