/**
 * Devices behind one connection that do not answer. A silent unit is left alone for a growing time, so
 * that it does not slow the others down.
 *
 * A single value can be what a device does not answer, or hangs up over. So after a write in vain the unit is asked by
 * reading first, where it is read at all; if it answers, that one channel is written ever more seldom, and all else goes on.
 */
import { Backoff } from "@hubwart/core";

/** A single lost answer is no outage. */
const MISSES_ALLOWED = 1;

/** Longest pause of a unit where no other one is slowed down by asking it, ms. */
const ALONE_MS = 3_000;

class Unit {
  readonly backoff = new Backoff(500, 30_000);
  /** A break costs the others no more than a new connection, so the pauses stay shorter. */
  readonly breakPause = new Backoff(500, 5_000);
  misses = 0;
  /** Monotonic ms. */
  askFrom = 0;
  /** The last request was a write in vain, and the unit has not been read since. */
  readFirst = false;
}

export class Units {
  readonly #units = new Map<number, Unit>();
  readonly #read: ReadonlySet<number>;

  /** @param read units that are read at intervals */
  constructor(read: ReadonlySet<number>) {
    this.#read = read;
  }

  #of(id: number): Unit {
    let unit = this.#units.get(id);
    if (!unit) {
      unit = new Unit();
      this.#units.set(id, unit);
    }
    return unit;
  }

  /** From when on the unit may be asked, monotonic ms. */
  askFrom(id: number): number {
    return this.#units.get(id)?.askFrom ?? 0;
  }

  /** From when on a channel of it may be written, whose own pause ends at `until`, monotonic ms; infinite until the unit has been read. */
  writeFrom(id: number, until: number): number {
    const unit = this.#units.get(id);
    if (!unit) return until;
    if (unit.readFirst) return Number.POSITIVE_INFINITY;
    // While the unit does not answer at all, each channel is as good to ask it by.
    return unit.misses > 0 ? unit.askFrom : until;
  }

  /** After `missed` or `broke`: it was a value that had no answer. */
  writtenInVain(id: number): void {
    this.#of(id).readFirst = this.#read.has(id);
  }

  isSilent(id: number): boolean {
    return (this.#units.get(id)?.misses ?? 0) > MISSES_ALLOWED;
  }

  /** It did not answer last. */
  isDoubted(id: number): boolean {
    return (this.#units.get(id)?.misses ?? 0) > 0;
  }

  /** Units that are read at intervals. */
  get size(): number {
    return this.#read.size;
  }

  get silent(): number[] {
    return [...this.#units.keys()].filter((id) => this.isSilent(id));
  }

  /** True when the unit had been silent. */
  answered(id: number): boolean {
    const unit = this.#units.get(id);
    if (!unit) return false;
    // Also where nothing counts as a miss: the end of a serial port is no fault of a unit.
    unit.readFirst = false;
    if (unit.misses === 0) return false;
    const wasSilent = this.isSilent(id);
    unit.misses = 0;
    unit.askFrom = 0;
    unit.backoff.reset();
    unit.breakPause.reset();
    return wasSilent;
  }

  /** True when the unit has become silent by this. `alone`: no other unit answers either. */
  missed(id: number, now: number, alone: boolean): boolean {
    const unit = this.#of(id);
    unit.misses += 1;
    unit.readFirst = false;
    const pause = unit.backoff.next();
    unit.askFrom = now + (alone ? Math.min(pause, ALONE_MS) : pause);
    return unit.misses === MISSES_ALLOWED + 1;
  }

  /** The connection ended while the unit was asked. True when it has become silent by this. */
  broke(id: number, now: number): boolean {
    const unit = this.#of(id);
    unit.misses += 1;
    unit.readFirst = false;
    unit.askFrom = now + unit.breakPause.next();
    return unit.misses === MISSES_ALLOWED + 1;
  }
}
