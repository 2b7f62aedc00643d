/**
 * A time zone: which day and time the wall clock shows at an instant, and when it shows a time.
 *
 *     const zone = new Zone("Europe/Berlin");
 *     zone.dayAt(now);                       // number of the local day
 *     zone.instant(day, 7 * 60);             // 07:00 of it, ms since the epoch
 *
 * A time that a day does not have (02:30 when the clock is put forward) is the moment of the change, so that times keep their order; of a
 * time that it has twice the first is meant.
 */
import { DAY } from "./days.ts";

const MINUTE = 60_000;
/** Offsets of days that are kept. */
const KEPT = 4_000;

interface DayOffsets {
  /** Before and after what the day may hold of changes, ms. */
  before: number;
  after: number;
}

export class Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #days = new Map<number, DayOffsets>();

  /** @throws RangeError for a zone that is not known */
  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  }

  /** What the wall clock is ahead of UTC, ms. */
  offsetAt(instant: number): number {
    const whole = Math.floor(instant / 1_000) * 1_000;
    const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
      this.#format.format(whole).match(/\d+/g) ?? []
    ).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
  }

  dayAt(instant: number): number {
    return Math.floor((instant + this.offsetAt(instant)) / DAY);
  }

  /** @param minute of the wall clock since midnight */
  instant(day: number, minute: number): number {
    const { after, before } = this.#offsets(day);
    const wall = day * DAY + minute * MINUTE;
    if (before === after) return wall - before;
    const [early, late] = [wall - Math.max(before, after), wall - Math.min(before, after)];
    if (early + this.offsetAt(early) === wall) return early;
    if (late + this.offsetAt(late) === wall) return late;
    return this.#change(early, late);
  }

  /** The first instant after `from` with the offset of `to`; changes happen at whole seconds. */
  #change(from: number, to: number): number {
    const offset = this.offsetAt(to);
    let [low, high] = [from, to];
    while (high - low > 1_000) {
      const middle = low + Math.floor((high - low) / 2_000) * 1_000;
      if (this.offsetAt(middle) === offset) high = middle;
      else low = middle;
    }
    return high;
  }

  #offsets(day: number): DayOffsets {
    const kept = this.#days.get(day);
    if (kept) return kept;
    if (this.#days.size >= KEPT) this.#days.clear();
    const offsets = { before: this.offsetAt((day - 1) * DAY), after: this.offsetAt((day + 2) * DAY) };
    this.#days.set(day, offsets);
    return offsets;
  }
}
