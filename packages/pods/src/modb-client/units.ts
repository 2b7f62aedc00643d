/**
 * Devices behind one connection that do not answer. A silent unit is left alone for a growing time, so
 * that it does not slow the others down; what was to be written to it is kept, the newest value each.
 *
 * A single value can be what a device does not answer, or hangs up over. So after a write in vain the unit is asked by
 * reading first, where it is read at all; if it answers, that one channel is written ever more seldom, and all else goes on.
 */
import { Backoff } from "@hubwart/core";
import { Pause } from "../base/pause.ts";
import type { Outgoing, Point } from "./point.ts";

/** A single lost answer is no outage. */
const MISSES_ALLOWED = 1;

/** Longest pause of a unit where no other one is slowed down by asking it, ms. */
const ALONE_MS = 3_000;

class Unit {
  readonly backoff = new Backoff(500, 30_000);
  /** A break costs the others no more than a new connection, so the pauses stay shorter. */
  readonly breakPause = new Backoff(500, 5_000);
  /** The connection ended when the unit was last asked. */
  broke = false;
  misses = 0;
  /** Monotonic ms. */
  askFrom = 0;
  readonly kept = new Map<Point, Outgoing>();
  /** Of values that the device leaves unanswered while it answers all else. */
  readonly vain = new Map<Point, Pause>();
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

  /** From when on the channel may be written, monotonic ms; infinite until the unit has been read. */
  writeFrom(point: Point): number {
    const unit = this.#units.get(point.unit);
    if (!unit) return 0;
    if (unit.readFirst) return Number.POSITIVE_INFINITY;
    // While the unit does not answer at all, each channel is as good to ask it by.
    return unit.misses > 0 ? unit.askFrom : (unit.vain.get(point)?.until ?? 0);
  }

  /** After `missed` or `broke`: it was this value that had no answer. */
  writtenInVain(point: Point, now: number): void {
    const unit = this.#of(point.unit);
    unit.readFirst = this.#read.has(point.unit);
    let vain = unit.vain.get(point);
    if (!vain) {
      vain = new Pause(1_000, 60_000);
      unit.vain.set(point, vain);
    }
    vain.grow(now);
  }

  /** The device has said what became of the value. */
  settled(point: Point): void {
    this.#units.get(point.unit)?.vain.delete(point);
  }

  isSilent(id: number): boolean {
    return (this.#units.get(id)?.misses ?? 0) > MISSES_ALLOWED;
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
    if (wasSilent) unit.vain.clear();
    unit.misses = 0;
    unit.askFrom = 0;
    unit.broke = false;
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
    unit.broke = true;
    unit.askFrom = now + unit.breakPause.next();
    return unit.misses === MISSES_ALLOWED + 1;
  }

  /** Keeps a value for later. True if it replaced an older one. */
  keep(outgoing: Outgoing): boolean {
    const { point } = outgoing;
    const { kept } = this.#of(point.unit);
    const replaced = kept.delete(point);
    kept.set(point, outgoing);
    return replaced;
  }

  /**
   * A new connection: whoever was silent is asked again at once, save who ended the last one.
   * @param sameDevice the last connection ended over one unit
   */
  reconnected(sameDevice: boolean): void {
    for (const unit of this.#units.values()) {
      if (!unit.broke) unit.askFrom = 0;
      if (!sameDevice) unit.vain.clear();
    }
  }

  /** The kept value that may be written first, the oldest of several, and from when. */
  nextKept(): { outgoing: Outgoing; due: number } | undefined {
    let best: { outgoing: Outgoing; due: number; vain: number } | undefined;
    for (const { kept, vain } of this.#units.values()) {
      for (const [point, outgoing] of kept) {
        const next = { outgoing, due: this.writeFrom(point), vain: vain.get(point)?.until ?? 0 };
        if (best === undefined || next.due < best.due || (next.due === best.due && next.vain < best.vain)) {
          best = next;
        }
        // All are due at the same time.
        if (vain.size === 0) break;
      }
    }
    return best;
  }

  keeps(point: Point): boolean {
    return this.#units.get(point.unit)?.kept.has(point) ?? false;
  }

  /** Takes a kept value out, because it is written now or a newer one is. */
  drop(point: Point): boolean {
    return this.#units.get(point.unit)?.kept.delete(point) ?? false;
  }
}
