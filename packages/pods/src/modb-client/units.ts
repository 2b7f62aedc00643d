/**
 * Devices behind one connection that do not answer. A silent unit is left alone for a growing time, so
 * that it does not slow the others down; what was to be written to it is kept, the newest value each.
 */
import { Backoff } from "@hubwart/core";
import type { Outgoing, Point } from "./point.ts";

/** A single lost answer is no outage. */
const MISSES_ALLOWED = 1;

class Unit {
  readonly backoff = new Backoff(500, 30_000);
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
    unit.backoff.reset();
    return wasSilent;
  }

  /** True when the unit has become silent by this. */
  missed(id: number, now: number): boolean {
    const unit = this.#of(id);
    unit.misses += 1;
    unit.askFrom = now + unit.backoff.next();
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

  /** A new connection: whoever was silent is asked again at once. */
  reconnected(): void {
    for (const unit of this.#units.values()) unit.askFrom = 0;
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
