/**
 * What is to be written through one connection.
 *
 * Invariants: while the connection stands every value is written, in the order in which it came; without it
 * the newest value of each channel is kept, and written before anything that comes later. Values are taken
 * out in batches that hold no channel twice; a batch that was cut off is kept again, unless something newer
 * came. `flush` resolves when every value has been written, refused or kept.
 */
import { Idle } from "../base/idle.ts";
import type { PodWrite } from "../base/pod.ts";
import type { Point } from "./point.ts";
import type { Patch } from "./value.ts";

export interface Outgoing {
  point: Point;
  patch: Patch;
  /** What it was made of, to tell what became of it. */
  write: PodWrite;
}

export class Outbox {
  readonly #coalesced: (point: Point) => void;
  readonly #kept = new Map<Point, Outgoing>();
  #queue: Outgoing[] = [];
  #batch: Outgoing[] = [];
  readonly #idle = new Idle(() => this.#queue.length === 0 && this.#batch.length === 0);

  constructor(coalesced: (point: Point) => void) {
    this.#coalesced = coalesced;
  }

  offer(outgoing: Outgoing, connected: boolean): void {
    // Behind values that still wait to be kept, so that the newest stays the newest.
    if (connected || !this.#idle.now) this.#queue.push(outgoing);
    else this.#keep(outgoing);
  }

  get empty(): boolean {
    return this.#kept.size === 0 && this.#queue.length === 0;
  }

  /** The next values to write; `fits` says whether one more goes into the batch. `settle` ends the batch. */
  take(fits: (batch: readonly Outgoing[], next: Outgoing) => boolean): Outgoing[] {
    const batch: Outgoing[] = [];
    for (const [point, outgoing] of this.#kept) {
      if (batch.length > 0 && !fits(batch, outgoing)) break;
      this.#kept.delete(point);
      batch.push(outgoing);
    }
    while (this.#kept.size === 0) {
      const [next] = this.#queue;
      if (!next || batch.some(({ point }) => point === next.point)) break;
      if (batch.length > 0 && !fits(batch, next)) break;
      this.#queue.shift();
      batch.push(next);
    }
    this.#batch = batch;
    if (batch.length === 0) this.#idle.check();
    return batch;
  }

  /** The batch has been written or refused. */
  settle(): void {
    this.#batch = [];
    this.#idle.check();
  }

  /** The connection is gone. */
  keepAll(): void {
    const all = [...this.#batch, ...this.#queue];
    this.#batch = [];
    this.#queue = [];
    for (const outgoing of all) this.#keep(outgoing);
    this.#idle.check();
  }

  flush(): Promise<void> {
    return this.#idle.reached();
  }

  #keep(outgoing: Outgoing): void {
    const { point } = outgoing;
    if (this.#kept.delete(point)) this.#coalesced(point);
    this.#kept.set(point, outgoing);
  }
}
