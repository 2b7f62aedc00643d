/**
 * Calls into the script, one after the other, each with a time limit and all together within a share of the processor.
 *
 * Invariants: `shared[0]` is odd exactly while the script runs, and another number for each call, so that the process
 * outside notices a call that does not end. What waits is bounded by those who add: one batch of values, one call per
 * timer, one per request.
 */
import { Bucket } from "@hubwart/core/bucket";
import { SCRIPT_LIMITS } from "@hubwart/lua";

type Turn = () => void;

/** The time of this thread, ms. */
export interface ThreadTime {
  now(): number;
  /** Blocks the thread. */
  sleep(ms: number): void;
}

const nobody = new Int32Array(new SharedArrayBuffer(4));
const REAL: ThreadTime = {
  now: () => performance.now(),
  sleep: (ms) => void Atomics.wait(nobody, 0, 0, ms),
};

/**
 * The kernel lets a thread finish its slice of some ms, also where the hub waits for the processor and goes before it. So a
 * script that runs long gives its core up for a moment every so often.
 */
const PAUSE_EVERY_MS = 0.4;
/** The kernel makes 0.13 ms of it. */
const PAUSE_MS = 0.05;

export class Turns {
  readonly #shared: Int32Array;
  /** ms of processor time. */
  readonly #share: Bucket;
  readonly #time: ThreadTime;
  readonly #waiting: Turn[] = [];
  #pumping = false;
  #began = 0;
  #paused = 0;
  #nextPause = 0;
  busy = 0;
  calls = 0;
  throttled = false;

  constructor(shared: Int32Array, time = REAL) {
    this.#shared = shared;
    this.#time = time;
    this.#share = new Bucket(
      { perSecond: SCRIPT_LIMITS.processorShare * 1_000, atOnce: SCRIPT_LIMITS.processorBurstMs },
      { monotonic: () => time.now() },
    );
  }

  /** ms that the present call has taken. */
  get elapsed(): number {
    return this.#time.now() - this.#began;
  }

  add(turn: Turn): void {
    this.#waiting.push(turn);
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(() => this.#pump());
  }

  /** For the script to call as often as it can while it runs: lets others have the core if it has run for a while. */
  breathe(): void {
    const now = this.#time.now();
    if (now < this.#nextPause) return;
    this.#time.sleep(PAUSE_MS);
    const after = this.#time.now();
    this.#paused += after - now;
    this.#nextPause = after + PAUSE_EVERY_MS;
  }

  /** Runs it here and now. */
  run(turn: Turn): void {
    this.#began = this.#time.now();
    this.#paused = 0;
    this.#nextPause = this.#began + PAUSE_EVERY_MS;
    Atomics.add(this.#shared, 0, 1);
    try {
      turn();
    } finally {
      Atomics.add(this.#shared, 0, 1);
      const took = this.elapsed - this.#paused;
      this.busy += took;
      this.calls += 1;
      this.#share.charge(took);
    }
  }

  #pump(): void {
    const debt = this.#share.wait();
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
