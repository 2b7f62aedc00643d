/** Time as an injected edge, so that rules about time are tested without waiting. */
export interface Clock {
  /** Wall-clock time in ms since the epoch. May jump. */
  now(): number;
  /** Monotonic time in ms. Never jumps; use it for durations and expiry. */
  monotonic(): number;
  /** Calls `fn` once after `ms`; the returned function cancels. */
  after(ms: number, fn: () => void): () => void;
  /** Calls `fn` every `ms`; the returned function ends it. */
  every(ms: number, fn: () => void): () => void;
}

/** What a monotonic time to come is by the wall clock as it is set now, in whole ms. */
export function wallTime(clock: Clock, due: number): number {
  return Math.round(clock.now() + Math.max(0, due - clock.monotonic()));
}

/** Ends after `ms`, at once when the signal comes. @param ms 0: others have their turn */
export function rested(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener("abort", done, { once: true });
  });
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
  every(ms, fn) {
    const timer = setInterval(fn, ms);
    return () => clearInterval(timer);
  },
};

/** A clock moved by hand. `advance` runs what falls due, in order. */
export class ManualClock implements Clock {
  #now: number;
  #mono = 0;
  #timers: { at: number; every: number | undefined; fn: () => void }[] = [];

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }
  now(): number {
    return this.#now;
  }
  monotonic(): number {
    return this.#mono;
  }
  after(ms: number, fn: () => void): () => void {
    return this.#add({ at: this.#mono + ms, every: undefined, fn });
  }
  every(ms: number, fn: () => void): () => void {
    return this.#add({ at: this.#mono + ms, every: ms, fn });
  }
  /** The wall clock is set; nothing falls due. */
  jump(ms: number): void {
    this.#now += ms;
  }
  /** Time goes by without this process: what fell due meanwhile runs once, afterwards, as Node's timers do. */
  freeze(ms: number): void {
    this.#now += ms;
    this.#mono += ms;
    for (const timer of this.#timers.filter(({ at }) => at <= this.#mono).sort((a, b) => a.at - b.at)) {
      if (!this.#timers.includes(timer)) continue;
      if (timer.every === undefined) this.#timers = this.#timers.filter((t) => t !== timer);
      else timer.at = this.#mono + timer.every;
      timer.fn();
    }
  }
  #add(timer: { at: number; every: number | undefined; fn: () => void }): () => void {
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((t) => t !== timer);
    };
  }
  advance(ms: number): void {
    const end = this.#mono + ms;
    for (;;) {
      const due = this.#timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#now += due.at - this.#mono;
      this.#mono = due.at;
      if (due.every === undefined) this.#timers = this.#timers.filter((t) => t !== due);
      else due.at += due.every;
      due.fn();
    }
    this.#now += end - this.#mono;
    this.#mono = end;
  }
}
