/**
 * The last value of each channel, and whether it still holds. The rule for every pod (docs/states/pod.md):
 * *bad without a value* was never received; *good* is as the source said; *uncertain* is held over while the source is
 * away or silent for longer than its interval allows; *bad* is what the source denies, what cannot be converted, and what
 * has been held over for too long.
 *
 * A value that holds no longer is emitted anew with its own time, once for each fall: by that the hub tells it from a
 * value that came now.
 */
import type { Quality } from "@hubwart/ipc";
import type { PodContext } from "./pod.ts";

/** A value is held over for so many intervals, but at least for so long, ms. */
const INTERVALS = 3;
const LEAST_MS = 5_000;

const GOOD = 0;
const UNCERTAIN = 1;
const BAD = 2;

interface Last {
  value: unknown;
  ts: number;
  quality: Quality;
  /** Since when it has been held over, monotonic ms. */
  since: number | undefined;
}

export class Held {
  readonly #context: Pick<PodContext, "emit" | "clock">;
  readonly #last = new Map<number, Last>();

  constructor(context: Pick<PodContext, "emit" | "clock">) {
    this.#context = context;
  }

  /** A value came from the source. */
  took(index: number, value: unknown, quality: Quality = GOOD, ts = this.#context.clock.now()): void {
    const last = this.#last.get(index);
    if (last) {
      last.value = value;
      last.ts = ts;
      last.quality = quality;
      last.since = undefined;
    } else {
      this.#last.set(index, { value, ts, quality, since: undefined });
    }
    this.#context.emit(index, value, quality, ts);
  }

  /** The source is away or did not answer; called again at every further attempt. @param interval of the source, ms */
  missed(index: number, interval: number): void {
    const now = this.#context.clock.monotonic();
    const last = this.#last.get(index);
    if (last === undefined) {
      this.lost(index);
      return;
    }
    last.since ??= now;
    if (now - last.since >= Math.max(INTERVALS * interval, LEAST_MS)) this.#fall(index, last, BAD);
    else this.#fall(index, last, UNCERTAIN);
  }

  /** The source says that there is no value, or what it says cannot be converted. */
  lost(index: number): void {
    let last = this.#last.get(index);
    if (last === undefined) {
      last = { value: null, ts: this.#context.clock.now(), quality: GOOD, since: undefined };
      this.#last.set(index, last);
    }
    this.#fall(index, last, BAD);
  }

  #fall(index: number, last: Last, quality: Quality): void {
    if (last.quality >= quality) return;
    last.quality = quality;
    this.#context.emit(index, last.value, quality, last.ts);
  }
}
