/**
 * A calendar file (RFC 5545) as days: recurring events, exceptions of them, all-day and timed, by the zone of the device. Pure.
 *
 *     const { ranges, events } = daysOfCalendar(text, { zone: "Europe/Berlin", from, to });
 *
 * An event has the days that it touches; one that ends at midnight does not touch the next. Not every file ends: what recurs more often than
 * daily is passed over, and steps are counted. Whoever runs this bounds its time and memory (`in-child.ts`).
 */
import { type DateRange, dayNumber, isoOf, Zone } from "@hubwart/schedule";
import ICAL from "ical.js";
import { texts } from "../texts.ts";
import { DeviceZone, registerZones } from "./zones.ts";

export interface CalendarWindow {
  /** IANA name; floating times are in it. */
  zone: string;
  /** First and last day that is told, whole days since 1970-01-01. */
  from: number;
  to: number;
}

export interface CalendarDays {
  /** In order, at most `RANGES_MAX`. */
  ranges: DateRange[];
  /** Events of the file. */
  events: number;
  /** Events that were passed over, and days for which there was no room. */
  left: number;
}

/** The file is none, or too heavy; German. */
export class CalendarError extends Error {}

/** Each day is looked up in all of them. */
export const RANGES_MAX = 2_000;
/** Of all events together. */
const STEPS_MAX = 100_000;
/** Longer ones are cut, days. */
const LONGEST = 400;
const LABEL_MAX = 100;
const DAY = 86_400_000;
const MINUTE = 60_000;
const OFTEN: ReadonlySet<string> = new Set(["SECONDLY", "MINUTELY", "HOURLY"]);

export function daysOfCalendar(text: string, window: CalendarWindow): CalendarDays {
  const components = calendarsIn(text);
  registerZones(text, components);
  const reader = new Reader(window);
  for (const component of components) reader.read(component.getAllSubcomponents("vevent"));
  return reader.result();
}

function calendarsIn(text: string): ICAL.Component[] {
  let parsed: unknown[];
  try {
    parsed = ICAL.parse(withKinds(text)) as unknown[];
  } catch {
    throw new CalendarError(texts.calendars.notOne);
  }
  const all = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown[][];
  const components = all
    .map((one) => new ICAL.Component(one as never))
    .filter(({ name }) => name === "vcalendar");
  if (components.length === 0) throw new CalendarError(texts.calendars.notOne);
  return components;
}

/** Days without `VALUE=DATE`, as several programs write them, are days. */
function withKinds(text: string): string {
  const bare =
    /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)((?:;(?!VALUE=)[^:;\r\n]*)*)(?=:\d{8}(?:,\d{8})*\r?$)/gim;
  return text.replace(bare, "$1$2;VALUE=DATE");
}

class Reader {
  readonly #window: CalendarWindow;
  readonly #zone: Zone;
  readonly #zones = new Map<string, Zone>();
  readonly #spans: { from: number; to: number; label: string }[] = [];
  #events = 0;
  #left = 0;
  #steps = 0;

  constructor(window: CalendarWindow) {
    this.#window = window;
    this.#zone = new Zone(window.zone);
  }

  read(all: readonly ICAL.Component[]): void {
    const changed = new Map<string, ICAL.Component[]>();
    for (const component of all) {
      if (!component.hasProperty("recurrence-id")) continue;
      const uid = uidOf(component);
      const known = changed.get(uid);
      if (known) known.push(component);
      else changed.set(uid, [component]);
    }
    for (const component of all) {
      this.#events += 1;
      if (component.hasProperty("recurrence-id") || isOff(component)) continue;
      try {
        this.#readEvent(component, changed.get(uidOf(component)) ?? []);
      } catch (error) {
        if (error instanceof CalendarError) throw error;
        this.#left += 1;
      }
    }
  }

  #readEvent(component: ICAL.Component, exceptions: ICAL.Component[]): void {
    if (!component.hasProperty("dtstart")) throw new Error("an event without a beginning");
    const event = new ICAL.Event(component, { exceptions, strictExceptions: false });
    if (!event.isRecurring()) return this.#add(event.startDate, event.endDate, component);
    const rules = component.getAllProperties("rrule").map((rule) => rule.getFirstValue() as unknown as Rule);
    if (rules.some(({ freq }) => OFTEN.has(freq))) throw new Error("more often than daily");
    const [rule] = rules;
    const only = rules.length === 1 && !component.hasProperty("rdate") ? rule : undefined;
    const iterator = event.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      this.#step();
      const day = dayNumber(next.year, next.month, next.day);
      if (day > this.#window.to + 1) break;
      if (only && !isOf(only, next, event.startDate)) continue;
      // Working out each of many years' occurrences takes longer than all else.
      if (day < this.#window.from - LONGEST) continue;
      const { endDate, item, startDate } = event.getOccurrenceDetails(next);
      if (!isOff(item.component)) this.#add(startDate, endDate, item.component);
    }
    // What was moved here from beyond the window.
    for (const moved of exceptions) {
      if (isOff(moved)) continue;
      const own = new ICAL.Event(moved);
      this.#add(own.startDate, own.endDate, moved);
    }
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > STEPS_MAX) throw new CalendarError(texts.calendars.tooHeavy);
  }

  #add(start: ICAL.Time, end: ICAL.Time | null, component: ICAL.Component): void {
    const from = this.#dayOf(start, component, "dtstart");
    const last = end ? this.#lastDay(start, end, component) : from;
    const { from: first, to } = this.#window;
    const span = { from: Math.max(from, first), to: Math.min(Math.max(from, last), from + LONGEST, to) };
    if (span.to < span.from) return;
    const summary = component.getFirstPropertyValue("summary");
    const label = typeof summary === "string" ? summary.replace(/\s+/g, " ").trim().slice(0, LABEL_MAX) : "";
    this.#spans.push({ ...span, label });
  }

  /** The end is not part of an event. */
  #lastDay(start: ICAL.Time, end: ICAL.Time, component: ICAL.Component): number {
    if (end.isDate) return dayNumber(end.year, end.month, end.day) - 1;
    const instant = this.#instantOf(end, component, "dtend");
    const begin = this.#instantOf(start, component, "dtstart");
    return this.#zone.dayAt(Math.max(begin, instant - 1));
  }

  #dayOf(time: ICAL.Time, component: ICAL.Component, name: string): number {
    if (time.isDate) return dayNumber(time.year, time.month, time.day);
    return this.#zone.dayAt(this.#instantOf(time, component, name));
  }

  #instantOf(time: ICAL.Time, component: ICAL.Component, name: string): number {
    const day = dayNumber(time.year, time.month, time.day);
    const minute = time.hour * 60 + time.minute;
    if (time.zone === ICAL.Timezone.utcTimezone) return day * DAY + minute * MINUTE + time.second * 1_000;
    const property = component.getFirstProperty(name) ?? component.getFirstProperty("dtstart");
    const tzid = property?.getFirstParameter("tzid");
    const zone = tzid === undefined ? this.#zone : this.#zoneOf(tzid);
    if (zone) return zone.instant(day, minute) + time.second * 1_000;
    return time.toUnixTime() * 1_000;
  }

  /** Undefined for one that only the file describes. A name that nobody knows is the device's own. */
  #zoneOf(tzid: string): Zone | undefined {
    const known = this.#zones.get(tzid);
    if (known) return known;
    const registered = ICAL.TimezoneService.get(tzid);
    if (registered && !(registered instanceof DeviceZone)) return undefined;
    const zone = registered instanceof DeviceZone ? registered.own : this.#zone;
    this.#zones.set(tzid, zone);
    return zone;
  }

  result(): CalendarDays {
    const spans = this.#spans.sort((a, b) => a.from - b.from || a.to - b.to || (a.label < b.label ? -1 : 1));
    const merged: typeof spans = [];
    for (const span of spans) {
      const last = merged.at(-1);
      if (last && last.label === span.label && span.from <= last.to + 1) last.to = Math.max(last.to, span.to);
      else merged.push({ ...span });
    }
    const ranges = merged.slice(0, RANGES_MAX).map(({ from, label, to }) => ({
      from: isoOf(from),
      ...(to > from ? { to: isoOf(to) } : {}),
      ...(label === "" ? {} : { label }),
    }));
    return { ranges, events: this.#events, left: this.#left + merged.length - ranges.length };
  }
}

interface Rule {
  freq: string;
  parts: Readonly<Record<string, unknown>> & { BYMONTH?: number[]; BYMONTHDAY?: number[] };
}

/** The library takes 30 February for 2 March; RFC 5545 (3.3.10) has no such day. */
function isOf({ freq, parts }: Rule, { day, month, year }: ICAL.Time, first: ICAL.Time): boolean {
  const { BYMONTH, BYMONTHDAY } = parts;
  const plain = !Object.keys(parts).some((part) => /^BY(?!MONTH$)/.test(part));
  if (plain && (freq === "YEARLY" || freq === "MONTHLY") && day !== first.day) return false;
  if (BYMONTH && !BYMONTH.includes(month)) return false;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return !BYMONTHDAY || BYMONTHDAY.some((wanted) => (wanted < 0 ? last + 1 + wanted : wanted) === day);
}

const uidOf = (component: ICAL.Component): string => String(component.getFirstPropertyValue("uid") ?? "");

const isOff = (component: ICAL.Component): boolean =>
  String(component.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED";
