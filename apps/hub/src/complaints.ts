/** Problems of channels that may come with every value: logged once a minute for each channel and text. */
import type { Clock, Logger } from "@hubwart/core";

const EVERY = 60_000;
/** A defect may concern every channel; the log is for people. */
const MOST = 200;

export class Complaints {
  readonly #clock: Clock;
  readonly #log: Logger;
  #seen = new Map<string, number>();

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  add(chan: string, text: string): void {
    const now = this.#clock.monotonic();
    const key = `${chan}\n${text}`;
    const until = this.#seen.get(key);
    if (until !== undefined && now < until) return;
    if (this.#seen.size >= MOST) {
      for (const [old, time] of this.#seen) if (time <= now) this.#seen.delete(old);
      if (this.#seen.size >= MOST) return;
    }
    this.#seen.set(key, now + EVERY);
    this.#log.warn(text, chan);
  }

  forget(): void {
    this.#seen = new Map();
  }
}
