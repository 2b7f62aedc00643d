/**
 * Who of a roster is on duty at a moment.
 *
 *     const duty = new Duty(settings);
 *     duty.at("technik", Date.now(), reachable)        // the person, undefined where it is nobody
 *     duty.spans("technik", from, to)                  // who, from when to when
 *
 * Times of day are those of the device's zone. In the hour that a clock change repeats or leaves out a shift is as the clock on the
 * wall says.
 */
import type { AlarmPerson, AlarmRoster, AlarmSettings, AlarmShift } from "@hubwart/ipc";

const DAY = 24 * 60;
const MINUTE_MS = 60_000;
/** Shifts begin and end at minutes that this divides, or are found a little late in a look ahead. */
const STEP_MS = 5 * MINUTE_MS;

/** Clocks change, and days begin, at full quarters of an hour, whatever the zone: within one the wall's clock is known by counting. */
const QUARTER_MS = 15 * MINUTE_MS;

/** A moment as the clock on the wall says it. */
interface Wall {
  /** Days since 1970-01-01. */
  day: number;
  /** Of the day. */
  minute: number;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
  /** `2026-12-24` */
  date: string;
}

export interface DutySpan {
  /** ms since the epoch */
  from: number;
  to: number;
  person?: AlarmPerson;
}

export class Duty {
  readonly #people: ReadonlyMap<string, AlarmPerson>;
  readonly #rosters: ReadonlyMap<string, AlarmRoster>;
  readonly #zone: string;
  #format: Intl.DateTimeFormat | undefined;

  constructor({ people, rosters, zone }: Pick<AlarmSettings, "people" | "rosters" | "zone">) {
    this.#people = new Map(people.map((person) => [person.id, person]));
    this.#rosters = new Map(rosters.map((roster) => [roster.id, roster]));
    this.#zone = zone;
  }

  has(roster: string): boolean {
    return this.#rosters.has(roster);
  }

  person(id: string): AlarmPerson | undefined {
    return this.#people.get(id);
  }

  /** The first of the shift that holds, in its order, who is not absent and whom `fits` takes. */
  at(
    roster: string,
    now: number,
    fits: (person: AlarmPerson) => boolean = () => true,
  ): AlarmPerson | undefined {
    const found = this.#rosters.get(roster);
    return found && this.#on(found, this.#wall(now), fits);
  }

  /** Without a gap from `from` to `to`. */
  spans(id: string, from: number, to: number): DutySpan[] {
    const spans: DutySpan[] = [];
    const roster = this.#rosters.get(id);
    let known: { begin: number; wall: Wall } | undefined;
    for (let at = from; at < to; at = at - (at % STEP_MS) + STEP_MS) {
      const begin = at - (at % QUARTER_MS);
      if (known?.begin !== begin) known = { begin, wall: this.#wall(begin) };
      const minute = known.wall.minute + Math.floor((at - begin) / MINUTE_MS);
      const person = roster && this.#on(roster, { ...known.wall, minute }, () => true);
      const last = spans.at(-1);
      if (last && last.person?.id === person?.id) continue;
      if (last) last.to = at;
      spans.push({ from: at, to, ...(person ? { person } : {}) });
    }
    return spans;
  }

  #on(
    { shifts, turns }: AlarmRoster,
    wall: Wall,
    fits: (person: AlarmPerson) => boolean,
  ): AlarmPerson | undefined {
    const shift = shifts.find((each) => holds(each, wall));
    if (!shift) return undefined;
    const first = turns ? weeksSince(turns, wall) : 0;
    const count = shift.people.length;
    for (let offset = 0; offset < count; offset += 1) {
      const id = shift.people[(((first + offset) % count) + count) % count] ?? "";
      const person = this.#people.get(id);
      if (person && !isAbsent(person, wall.date) && fits(person)) return person;
    }
    return undefined;
  }

  #wall(now: number): Wall {
    // Made where somebody asks: its tables cost a process that has no rosters megabytes.
    this.#format ??= new Intl.DateTimeFormat("en-CA", {
      timeZone: this.#zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    const part = Object.fromEntries(this.#format.formatToParts(now).map(({ type, value }) => [type, value]));
    const date = `${part["year"]}-${part["month"]}-${part["day"]}`;
    const day = dayNumber(date);
    return {
      day,
      minute: Number(part["hour"]) * 60 + Number(part["minute"]),
      // 1970-01-01 was a Thursday.
      weekday: ((day + 3) % 7) + 1,
      date,
    };
  }
}

/** What one of them is told by on a way: the address, undefined where there is none. */
export function addressOn(way: string, { chats, email }: AlarmPerson): string | undefined {
  const [type = "", name = ""] = way.split(".");
  return type === "email" ? email : chats.find(({ pod }) => pod === `${type}.${name}`)?.to;
}

function holds({ days, from, to }: AlarmShift, { minute, weekday }: Wall): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  if (begin < end) return days.includes(weekday) && begin <= minute && minute < end;
  const before = weekday === 1 ? 7 : weekday - 1;
  return (days.includes(weekday) && minute >= begin) || (days.includes(before) && minute < end);
}

function weeksSince({ at, since }: { at: string; since: string }, { day, minute }: Wall): number {
  return Math.floor(((day - dayNumber(since)) * DAY + minute - minutesOf(at)) / (7 * DAY));
}

const isAbsent = ({ absences }: AlarmPerson, date: string): boolean =>
  absences.some(({ from, to }) => from <= date && date <= to);

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
