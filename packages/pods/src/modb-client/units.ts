/**
 * Devices behind one connection that do not answer. A silent unit is left alone for a growing time, so
 * that it does not slow the others down; what was to be written to it is kept, the newest value each.
 */
import { Backoff } from "@hubwart/core";
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
}

export class Units {
  readonly #units = new Map<number, Unit>();

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

  isSilent(id: number): boolean {
    return (this.#units.get(id)?.misses ?? 0) > MISSES_ALLOWED;
  }

  get silent(): number[] {
    return [...this.#units.keys()].filter((id) => this.isSilent(id));
  }

  /** True when the unit had been silent. */
  answered(id: number): boolean {
    const unit = this.#units.get(id);
    if (!unit || unit.misses === 0) return false;
    const wasSilent = this.isSilent(id);
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
    const pause = unit.backoff.next();
    unit.askFrom = now + (alone ? Math.min(pause, ALONE_MS) : pause);
    return unit.misses === MISSES_ALLOWED + 1;
  }

  /** The connection ended while the unit was asked. True when it has become silent by this. */
  broke(id: number, now: number): boolean {
    const unit = this.#of(id);
    unit.misses += 1;
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

  /** A new connection: whoever was silent is asked again at once, save who ended the last one. */
  reconnected(): void {
    for (const unit of this.#units.values()) if (!unit.broke) unit.askFrom = 0;
  }

  /** The oldest kept value of a unit that may be asked, and from when. */
  nextKept(): { outgoing: Outgoing; due: number } | undefined {
    let best: { outgoing: Outgoing; due: number } | undefined;
    for (const { kept, askFrom } of this.#units.values()) {
      const first = kept.values().next().value;
      if (first && (best === undefined || askFrom < best.due)) {
        best = { outgoing: first, due: askFrom };
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
