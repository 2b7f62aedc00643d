/**
 * What each channel says now, by its number.
 *
 * Numbers lie in one array, not in an object each: the newest value of a channel lives until the next one comes, long enough that V8 moves it to the
 * old generation, and thousands a second fill that.
 */
import type { Sample } from "./condition.ts";

/** In place of a quality: nothing was said of the channel yet. */
const NONE = 255;

/** The value of a channel: its first one, another one than before, or the same, of which only the quality may be another. */
export type Came = "first" | "next" | "same";

export class Samples {
  readonly #qualities: Uint8Array;
  /** NaN: none, or one of the others. */
  readonly #numbers: Float64Array;
  /** Values that are no number. */
  readonly #others = new Map<number, unknown>();
  readonly #times: Float64Array;

  /** @param size channels */
  constructor(size: number) {
    this.#qualities = new Uint8Array(size).fill(NONE);
    this.#numbers = new Float64Array(size);
    this.#times = new Float64Array(size);
  }

  /** @param ts when the value came to the hub, ms since the epoch; 0 where there never was one */
  set(channel: number, { quality, value }: Sample, ts: number): Came {
    const before = this.#times[channel] ?? 0;
    const isNew = ts > 0 && ts !== before;
    if (isNew) this.#times[channel] = ts;
    this.#qualities[channel] = quality;
    const number = typeof value === "number" ? value : Number.NaN;
    this.#numbers[channel] = number;
    if (!Number.isNaN(number)) this.#others.delete(channel);
    else this.#others.set(channel, value);
    return isNew ? (before === 0 ? "first" : "next") : "same";
  }

  get(channel: number): Sample | undefined {
    const quality = this.#qualities[channel] ?? NONE;
    return quality === NONE ? undefined : { value: this.#value(channel), quality };
  }

  #value(channel: number): unknown {
    const number = this.#numbers[channel] ?? Number.NaN;
    return Number.isNaN(number) ? this.#others.get(channel) : number;
  }
}
