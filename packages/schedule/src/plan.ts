/** What a time programme is: days, times and values as data. Plain JSON, part of the compiled project. */
import { texts } from "./texts.ts";

/** The sixteen German states by ISO 3166-2:DE. */
export const STATES = Object.keys(texts.states) as readonly (keyof typeof texts.states)[];
export type GermanState = keyof typeof texts.states;

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Minutes since midnight by the wall clock (0–1439), or minutes after sunrise or sunset. */
export type SwitchTime = number | { sun: "rise" | "set"; offset: number };

export type PlanValue = boolean | number | string;

/** From this time of these days on the value holds, until the next one. */
export interface PlanTime {
  weekdays?: Weekday[] | undefined;
  /** Names of calendars. */
  calendars?: string[] | undefined;
  at: SwitchTime;
  value: PlanValue;
}

/** `2026-12-24`, or `12-24` of every year; both ends of a range are of one form. `to` is the last day, absent: `from` alone. */
export interface DateRange {
  from: string;
  to?: string | undefined;
  label?: string | undefined;
}

/** Days with a plan of their own. */
export interface PlanDay extends DateRange {
  /** From their first midnight on; absent: the plan's default. */
  value?: PlanValue | undefined;
  times?: { at: SwitchTime; value: PlanValue }[] | undefined;
}

/** Holds from `from` until `until`, both ms since the epoch, whatever is planned. */
export interface Override {
  value: PlanValue;
  from: number;
  until: number;
}

/** `exceptions` and `times` come from the project's tables; the rest only people set, on the device. */
export interface Plan {
  /** Before the first time, and where an exception says nothing. */
  default: PlanValue;
  /** Calendars on whose days the days of the week do not count, beside those that times name. */
  exceptions?: string[] | undefined;
  times?: PlanTime[] | undefined;
  /** Calendars that do not count for now; what times say of them stays. */
  ignored?: string[] | undefined;
  /** More important than any calendar; of two that have a day the first counts. */
  days?: PlanDay[] | undefined;
  /** The whole plan is off, and this holds instead. */
  off?: { value: PlanValue } | undefined;
  /** More than `off`: it was asked for by itself. */
  override?: Override | undefined;
}

export interface Calendar {
  id: string;
  /** Of two calendars that have a day the lower number counts, as in BACnet. */
  priority: number;
  ranges?: DateRange[] | undefined;
  /** Their public holidays belong to it. */
  states?: GermanState[] | undefined;
}

/** Degrees, north and east are positive. */
export interface Place {
  latitude: number;
  longitude: number;
}
