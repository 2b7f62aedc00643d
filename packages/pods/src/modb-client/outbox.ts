/**
 * What is to be written through one connection.
 *
 * Invariants: values that can be sent now stand in `#queue`, in the order in which they came; values for
 * a unit or of a channel that has no answer, or while the connection is away, are kept in `Units`, the newest of each
 * channel. A channel's older value never follows its newer one. `flush` resolves when every value has
 * been sent, refused or kept.
 */
import { Idle } from "../base/idle.ts";
import type { Outgoing, Point } from "./point.ts";
import type { Units } from "./units.ts";

export class Outbox {
  readonly #units: Units;
  readonly #coalesced: (point: Point) => void;
  #queue: Outgoing[] = [];
  #current: Outgoing | undefined;
  readonly #idle = new Idle(() => this.#queue.length === 0 && this.#current === undefined);

  constructor(units: Units, coalesced: (point: Point) => void) {
    this.#units = units;
    this.#coalesced = coalesced;
  }

  /** `sendable`: the connection stands, and the channel may be written now. */
  offer(outgoing: Outgoing, sendable: boolean): void {
    if (sendable) {
      if (this.#units.drop(outgoing.point)) this.#coalesced(outgoing.point);
      this.#queue.push(outgoing);
    } else {
      this.#keep(outgoing);
    }
  }

  /** The next value to send; `settle` ends it. */
  take(now: number): Outgoing | undefined {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      if (this.#units.writeFrom(next.point) <= now) {
        this.#current = next;
        return next;
      }
      this.#keep(next);
    }
    const kept = this.#units.nextKept();
    if (kept && kept.due <= now) {
      this.#units.drop(kept.outgoing.point);
      this.#current = kept.outgoing;
    } else {
      this.#idle.check();
    }
    return this.#current;
  }

  /** When a kept value may be sent, monotonic ms. */
  get due(): number | undefined {
    return this.#units.nextKept()?.due;
  }

  settle(outcome: "over" | "again"): void {
    const current = this.#current;
    this.#current = undefined;
    if (current && outcome === "again") {
      const newer =
        this.#queue.some(({ point }) => point === current.point) || this.#units.keeps(current.point);
      if (newer) this.#coalesced(current.point);
      else this.#keep(current);
    }
    this.#idle.check();
  }

  /** The connection is gone. */
  keepAll(): void {
    for (const outgoing of this.#queue.splice(0)) this.#keep(outgoing);
    this.#idle.check();
  }

  flush(): Promise<void> {
    return this.#idle.reached();
  }

  #keep(outgoing: Outgoing): void {
    if (this.#units.keep(outgoing)) this.#coalesced(outgoing.point);
  }
}
