/**
 * What plans are judged by: zone, calendars and place, day by day. Kept over many plans and instants, so that a day is looked up once.
 *
 *     const around = new Surroundings({ zone: "Europe/Berlin", calendars, place });
 *     around.day(around.dayAt(Date.now())).members;      // [{ id: "Feiertag", label: "Neujahr" }]
 */
import { inRange, isoOf, weekdayOf, yearOf } from "./days.ts";
import { holidaysOf } from "./holidays.ts";
import type { Calendar, GermanState, Place, SwitchTime, Weekday } from "./plan.ts";
import { type SunTimes, sunTimes } from "./sun.ts";
import { Zone } from "./zone.ts";

export interface SurroundingsOptions {
  /** IANA name. */
  zone: string;
  calendars?: readonly Calendar[] | undefined;
  /** Without it there is neither sunrise nor sunset. */
  place?: Place | undefined;
}

/** A calendar that has the day, and what the day is called in it. */
export interface Member {
  id: string;
  label?: string;
}

export interface DayFacts {
  number: number;
  /** `2026-12-24` */
  iso: string;
  weekday: Weekday;
  /** Most important first. */
  members: readonly Member[];
  /** Its first instant, and that of the day after it, ms since the epoch. */
  start: number;
  end: number;
  /** Where minute 0 lies, if all of the day has one offset; undefined on a day of a change. */
  midnight: number | undefined;
  sun: SunTimes | undefined;
}

/** More days than that are looked at again. */
const KEPT = 2_000;
const MINUTE = 60_000;

export class Surroundings {
  readonly zone: Zone;
  readonly #calendars: readonly Calendar[];
  readonly #place: Place | undefined;
  readonly #days = new Map<number, DayFacts>();
  readonly #holidays = new Map<string, ReadonlyMap<number, string>>();
  #asked: { instant: number; day: number } | undefined;

  /** @throws RangeError for a zone that is not known */
  constructor({ calendars = [], place, zone }: SurroundingsOptions) {
    this.zone = new Zone(zone);
    this.#place = place;
    this.#calendars = [...calendars].sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  }

  /** Number of the local day at an instant. */
  dayAt(instant: number): number {
    if (this.#asked?.instant !== instant) this.#asked = { instant, day: this.zone.dayAt(instant) };
    return this.#asked.day;
  }

  day(number: number): DayFacts {
    const kept = this.#days.get(number);
    if (kept) return kept;
    if (this.#days.size >= KEPT) this.#days.clear();
    const start = this.zone.instant(number, 0);
    const end = this.zone.instant(number + 1, 0);
    const [first, last] = [this.zone.offsetAt(start), this.zone.offsetAt(end - 1_000)];
    const facts = {
      number,
      iso: isoOf(number),
      weekday: weekdayOf(number),
      members: this.#membersOf(number),
      start,
      end,
      midnight: first === last && end - start === 1_440 * MINUTE ? start : undefined,
      sun: this.#place && sunTimes(number, this.#place),
    };
    this.#days.set(number, facts);
    return facts;
  }

  /** Undefined where the sun does not rise or set. */
  instantOf(day: DayFacts, at: SwitchTime): number | undefined {
    if (typeof at === "number")
      return day.midnight === undefined ? this.zone.instant(day.number, at) : day.midnight + at * MINUTE;
    const sun = day.sun?.[at.sun];
    return sun === undefined ? undefined : sun + at.offset * MINUTE;
  }

  #membersOf(day: number): Member[] {
    const iso = isoOf(day);
    return this.#calendars.flatMap(({ id, ranges = [], states = [] }) => {
      const holiday = states.map((state) => this.#holidaysOf(state, yearOf(day)).get(day)).find(Boolean);
      if (holiday !== undefined) return [{ id, label: holiday }];
      const range = ranges.find((one) => inRange(one, iso));
      if (!range) return [];
      return [{ id, ...(range.label === undefined ? {} : { label: range.label }) }];
    });
  }

  #holidaysOf(state: GermanState, year: number): ReadonlyMap<number, string> {
    const key = `${state} ${year}`;
    const found = this.#holidays.get(key) ?? holidaysOf(state, year);
    this.#holidays.set(key, found);
    return found;
  }
}
