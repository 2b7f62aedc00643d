/**
 * What is wrong with a plan that somebody made on the device, for people: fields as in `times.3.at`. One judge for the page, the appliance
 * and the hub.
 */
import { numberOf } from "./days.ts";
import type { DateRange, Plan, PlanTime, PlanValue, SwitchTime } from "./plan.ts";
import { texts } from "./texts.ts";
import { atText, dateText, OFFSET_MAX, parseDate } from "./words.ts";

export type ValueType = "bool" | "int" | "float" | "string";

export interface PlanFault {
  field: string;
  message: string;
}

export const PLAN_LIMITS = { times: 500, days: 200, timesOfDay: 50, names: 100, text: 1_000, label: 100 };

export interface PlanWorld {
  /** Ids; undefined where nobody knows them. */
  calendars?: readonly string[];
  /** Whether the sun is known; undefined where nobody knows. */
  sun?: boolean;
}

/** The first 20. */
export function planFaults(plan: Plan, type: ValueType, { calendars, sun }: PlanWorld = {}): PlanFault[] {
  const faults: PlanFault[] = [];
  const add = (field: string, message: string) => {
    if (faults.length < 20) faults.push({ field, message });
  };
  const value = (field: string, given: PlanValue | undefined) => {
    if (!valueFits(given, type)) add(field, texts.faults.value[type]);
  };
  const at = (field: string, given: SwitchTime) => {
    if (!timeFits(given)) add(field, texts.faults.at);
    else if (typeof given === "object" && sun === false) add(field, texts.faults.sun);
  };
  const names = (field: string, given: readonly string[] = []) => {
    if (given.length > PLAN_LIMITS.names) add(field, texts.faults.many(PLAN_LIMITS.names));
    const unknown = calendars && given.find((name) => !calendars.includes(name));
    if (unknown !== undefined) add(field, texts.faults.calendar(unknown.slice(0, 80)));
  };
  const { days = [], exceptions, ignored, off, times = [] } = plan;
  value("default", plan.default);
  if (off) value("off.value", off.value);
  names("exceptions", exceptions);
  names("ignored", ignored);
  if (times.length > PLAN_LIMITS.times) add("times", texts.faults.many(PLAN_LIMITS.times));
  const taken = new Set<string>();
  times.slice(0, PLAN_LIMITS.times).forEach((time, index) => {
    value(`times.${index}.value`, time.value);
    at(`times.${index}.at`, time.at);
    names(`times.${index}.calendars`, time.calendars);
    if (!time.weekdays?.length && !time.calendars?.length)
      add(`times.${index}.weekdays`, texts.faults.noDays);
    const twice = keysOf(time).filter((key) => taken.has(key) || !taken.add(key));
    if (twice.length > 0) add(`times.${index}.at`, texts.faults.twice);
  });
  if (days.length > PLAN_LIMITS.days) add("days", texts.faults.many(PLAN_LIMITS.days));
  days.slice(0, PLAN_LIMITS.days).forEach((day, index) => {
    const problem = rangeFault(day);
    if (problem !== undefined) add(`days.${index}.${problem}`, texts.faults.range);
    if ((day.label?.length ?? 0) > PLAN_LIMITS.label)
      add(`days.${index}.label`, texts.faults.long(PLAN_LIMITS.label));
    if (day.value !== undefined) value(`days.${index}.value`, day.value);
    const own = day.times ?? [];
    if (own.length > PLAN_LIMITS.timesOfDay)
      add(`days.${index}.times`, texts.faults.many(PLAN_LIMITS.timesOfDay));
    const seen = new Set<string>();
    own.slice(0, PLAN_LIMITS.timesOfDay).forEach((time, place) => {
      const field = `days.${index}.times.${place}`;
      value(`${field}.value`, time.value);
      at(`${field}.at`, time.at);
      if (!timeFits(time.at)) return;
      if (seen.has(atText(time.at))) add(`${field}.at`, texts.faults.twice);
      seen.add(atText(time.at));
    });
  });
  return faults;
}

export function valueFits(value: PlanValue | undefined, type: ValueType): boolean {
  if (type === "bool") return typeof value === "boolean";
  if (type === "string") return typeof value === "string" && value.length <= PLAN_LIMITS.text;
  return typeof value === "number" && (type === "int" ? Number.isSafeInteger(value) : Number.isFinite(value));
}

function timeFits(at: SwitchTime): boolean {
  if (typeof at === "number") return Number.isInteger(at) && at >= 0 && at < 1_440;
  return Number.isInteger(at.offset) && Math.abs(at.offset) <= OFFSET_MAX;
}

/** The field that is wrong. */
function rangeFault({ from, to }: DateRange): "from" | "to" | undefined {
  if (!isDate(from)) return "from";
  if (to === undefined) return undefined;
  if (!isDate(to) || to.length !== from.length) return "to";
  return from.length > 5 && numberOf(to) < numberOf(from) ? "to" : undefined;
}

const isDate = (date: string): boolean =>
  /^(\d{4}-)?\d{2}-\d{2}$/.test(date) && parseDate(dateText(date)) === date;

function keysOf({ at, calendars = [], weekdays = [] }: PlanTime): string[] {
  const text = timeFits(at) ? atText(at) : "";
  return [...weekdays, ...calendars].map((day) => `${day} ${text}`);
}
