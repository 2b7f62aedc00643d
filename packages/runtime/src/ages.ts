/**
 * How long values hold that a channel receives without asking: beyond the channel's column `max_age` the last good one
 * counts as uncertain, with its own value and time, until the next one comes. One mechanism for every pod type.
 *
 * The age counts from the moment a value came, on the pod's own clock: what a source says of the time may be anything.
 */
import type { Clock } from "@hubwart/core";
import type { PodLoad, Quality } from "@hubwart/ipc";

interface Last {
  value: unknown;
  ts: number;
  /** When it came, monotonic ms; undefined once it holds no longer. */
  at: number | undefined;
}

const EVERY = 1_000;

export class Ages {
  readonly #clock: Clock;
  readonly #fall: (index: number, value: unknown, ts: number) => void;
  /** ms, by channel. */
  readonly #allowed = new Map<number, number>();
  readonly #last = new Map<number, Last>();

  constructor(
    clock: Clock,
    channels: PodLoad["channels"],
    fall: (index: number, value: unknown, ts: number) => void,
  ) {
    this.#clock = clock;
    this.#fall = fall;
    for (const [index, { config }] of channels.entries()) {
      const { max_age: seconds } = config;
      if (typeof seconds === "number") this.#allowed.set(index, seconds * 1_000);
    }
  }

  /** @returns what ends it */
  start(): () => void {
    return this.#allowed.size === 0 ? () => undefined : this.#clock.every(EVERY, () => this.#look());
  }

  came(index: number, value: unknown, quality: Quality, ts: number): void {
    if (!this.#allowed.has(index)) return;
    const at = quality === 0 ? this.#clock.monotonic() : undefined;
    const last = this.#last.get(index);
    if (last) Object.assign(last, { value, ts, at });
    else this.#last.set(index, { value, ts, at });
  }

  #look(): void {
    const now = this.#clock.monotonic();
    for (const [index, last] of this.#last) {
      const allowed = this.#allowed.get(index) ?? Number.POSITIVE_INFINITY;
      if (last.at === undefined || now - last.at <= allowed) continue;
      last.at = undefined;
      this.#fall(index, last.value, last.ts);
    }
  }
}
