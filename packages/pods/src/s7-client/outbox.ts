/**
 * What is to be written through one connection.
 *
 * Invariants: while the connection stands every value is written, in the order in which it came; without it
 * the newest value of each channel is kept, and written before anything that comes later. Values are taken
 * out in batches that hold no channel twice; a batch that was cut off is kept again, unless something newer
 * came. A value over which the connection ended is written alone, after a pause of its own that grows, so that it neither
 * takes others with it nor keeps the CPU from being read. `flush` resolves when every value has been written, refused or kept.
 */
import { Idle } from "../base/idle.ts";
import { Pause } from "../base/pause.ts";
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
  /** Of values over which the connection ended. */
  readonly #vain = new Map<Point, Pause>();
  #queue: Outgoing[] = [];
  #batch: Outgoing[] = [];
  readonly #idle = new Idle(() => this.#queue.length === 0 && this.#batch.length === 0);

  constructor(coalesced: (point: Point) => void) {
    this.#coalesced = coalesced;
  }

  offer(outgoing: Outgoing, connected: boolean, now: number): void {
    // Behind values that still wait to be kept, so that the newest stays the newest.
    const queued = connected || !this.#idle.now;
    if (queued && this.#from(outgoing.point) <= now) this.#queue.push(outgoing);
    else this.#keep(outgoing);
  }

  /** When there is something to write, monotonic ms. */
  get due(): number | undefined {
    if (this.#queue.length > 0) return 0;
    let due: number | undefined;
    for (const point of this.#kept.keys()) {
      due = Math.min(this.#from(point), due ?? Number.POSITIVE_INFINITY);
      if (due === 0) break;
    }
    return due;
  }

  /** The next values to write; `fits` says whether one more goes into the batch. `settle` ends the batch. */
  take(fits: (batch: readonly Outgoing[], next: Outgoing) => boolean, now: number): Outgoing[] {
    this.#batch = this.#next(fits, now);
    for (const outgoing of this.#batch) {
      if (this.#kept.get(outgoing.point) === outgoing) this.#kept.delete(outgoing.point);
      else this.#queue.splice(this.#queue.indexOf(outgoing), 1);
    }
    if (this.#batch.length === 0) this.#idle.check();
    return this.#batch;
  }

  #next(fits: (batch: readonly Outgoing[], next: Outgoing) => boolean, now: number): Outgoing[] {
    const batch: Outgoing[] = [];
    for (const outgoing of this.#inTurn(now)) {
      const { point } = outgoing;
      const alone = this.#vain.has(point);
      if (batch.length > 0 && (alone || batch.some((one) => one.point === point) || !fits(batch, outgoing)))
        break;
      batch.push(outgoing);
      if (alone) break;
    }
    return batch;
  }

  *#inTurn(now: number): Generator<Outgoing> {
    for (const outgoing of this.#kept.values()) if (this.#from(outgoing.point) <= now) yield outgoing;
    yield* this.#queue;
  }

  /** The batch has been written or refused. */
  settle(): void {
    for (const { point } of this.#batch) this.#vain.delete(point);
    this.#batch = [];
    this.#idle.check();
  }

  /** The connection is gone. @returns what was under way */
  keepAll(now: number): readonly Outgoing[] {
    const cut = this.#batch;
    for (const { point } of cut) this.#pause(point, now);
    const all = [...cut, ...this.#queue];
    this.#batch = [];
    this.#queue = [];
    for (const outgoing of all) this.#keep(outgoing);
    this.#idle.check();
    return cut;
  }

  flush(): Promise<void> {
    return this.#idle.reached();
  }

  /** From when on the channel may be written, monotonic ms. */
  #from(point: Point): number {
    return this.#vain.get(point)?.until ?? 0;
  }

  #pause(point: Point, now: number): void {
    let vain = this.#vain.get(point);
    if (!vain) {
      vain = new Pause(1_000, 60_000);
      this.#vain.set(point, vain);
    }
    vain.grow(now);
  }

  #keep(outgoing: Outgoing): void {
    const { point } = outgoing;
    if (this.#kept.delete(point)) this.#coalesced(point);
    this.#kept.set(point, outgoing);
  }
}
