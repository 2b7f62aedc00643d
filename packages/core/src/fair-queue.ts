/**
 * Runs tasks one at a time, in turn over callers, so that who asks a lot waits for himself.
 *
 *     const queue = new FairQueue({ total: 512, perCaller: 4 });
 *     await queue.run(caller, task);              // UnavailableError where there is no place
 *     await queue.run(caller, task, true);        // before all others: who is known
 *
 * A caller with all his places waiting is refused. When all places are taken, the one that came last of the caller
 * with most of them is refused instead of a caller that has none yet; who is known always finds a place that way.
 */
import { UnavailableError } from "./errors.ts";
import { texts } from "./texts.ts";

export interface QueueLimits {
  /** Waiting in all. */
  total: number;
  /** Of these, of one caller. */
  perCaller: number;
}

interface Waiting {
  start: () => Promise<void>;
  refuse: () => void;
}

export class FairQueue {
  readonly #limits: QueueLimits;
  /** In the order of their next turns. */
  readonly #known = new Map<string, Waiting[]>();
  readonly #others = new Map<string, Waiting[]>();
  #waiting = 0;
  #running = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  run<T>(caller: string, task: () => Promise<T>, known = false): Promise<T> {
    const lane = known ? this.#known : this.#others;
    const own = lane.get(caller) ?? [];
    if (own.length >= this.#limits.perCaller) return Promise.reject(tooMany());
    if (this.#waiting >= this.#limits.total && !this.#makeRoom(known ? 0 : own.length + 1)) {
      return Promise.reject(tooMany());
    }
    return new Promise<T>((resolve, reject) => {
      own.push({
        start: () => task().then(resolve, reject),
        refuse: () => reject(tooMany()),
      });
      if (own.length === 1) lane.set(caller, own);
      this.#waiting += 1;
      void this.#work();
    });
  }

  /** Refuses one of the others' that has more than `least` waiting. */
  #makeRoom(least: number): boolean {
    let most: [caller: string, own: Waiting[]] | undefined;
    for (const entry of this.#others) if (entry[1].length > (most?.[1].length ?? least)) most = entry;
    if (!most) return false;
    const [caller, own] = most;
    own.pop()?.refuse();
    if (own.length === 0) this.#others.delete(caller);
    this.#waiting -= 1;
    return true;
  }

  async #work(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#next(); next; next = this.#next()) await next.start();
    this.#running = false;
  }

  /** The first caller's first; that caller's next turn is after all others'. */
  #next(): Waiting | undefined {
    for (const lane of [this.#known, this.#others]) {
      for (const [caller, own] of lane) {
        const first = own.shift();
        lane.delete(caller);
        if (own.length > 0) lane.set(caller, own);
        if (!first) continue;
        this.#waiting -= 1;
        return first;
      }
    }
    return undefined;
  }
}

function tooMany(): UnavailableError {
  return new UnavailableError(texts.tooManySignIns);
}
