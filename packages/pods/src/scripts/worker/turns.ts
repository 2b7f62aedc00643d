/**
 * Calls into the script, one after the other, each with a time limit and all together within a share of the processor.
 *
 * Invariants: `shared[0]` is odd exactly while the script runs, and another number for each call, so that the process
 * outside notices a call that does not end. What waits is bounded by those who add: one batch of values, one call per
 * timer, one per request.
 */
import { SCRIPT_LIMITS } from "@hubwart/lua";
import { Bucket } from "./bucket.ts";

type Turn = () => void;

export class Turns {
  readonly #shared: Int32Array;
  /** ms of processor time. */
  readonly #share = new Bucket(SCRIPT_LIMITS.processorShare * 1_000, SCRIPT_LIMITS.processorBurstMs);
  readonly #waiting: Turn[] = [];
  #pumping = false;
  #began = 0;
  busy = 0;
  calls = 0;
  throttled = false;

  constructor(shared: Int32Array) {
    this.#shared = shared;
  }

  /** ms that the present call has taken. */
  get elapsed(): number {
    return performance.now() - this.#began;
  }

  add(turn: Turn): void {
    this.#waiting.push(turn);
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(() => this.#pump());
  }

  /** Runs it here and now. */
  run(turn: Turn): void {
    this.#began = performance.now();
    Atomics.add(this.#shared, 0, 1);
    try {
      turn();
    } finally {
      Atomics.add(this.#shared, 0, 1);
      const took = this.elapsed;
      this.busy += took;
      this.calls += 1;
      this.#share.charge(took);
    }
  }

  #pump(): void {
    const { debt } = this.#share;
    this.throttled = debt > 0;
    if (debt > 0) {
      setTimeout(() => this.#pump(), debt);
      return;
    }
    const turn = this.#waiting.shift();
    if (turn) turn();
    if (this.#waiting.length > 0) setImmediate(() => this.#pump());
    else this.#pumping = false;
  }
}
