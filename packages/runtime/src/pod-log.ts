/**
 * A pod's log on its way to the hub: sent in bundles, bounded, and with a limit on repetition.
 *
 * Invariants: at most `BURST` entries leave at once and `PER_SECOND` in the long run; what exceeds that is counted
 * and said. The same kind of failure of one channel is written once a minute, with the number left out.
 */
import type { Clock, LogEntry, LogLevel, LogSink } from "@hubwart/core";
import { texts } from "./texts.ts";

const EVERY = 100;
const PER_BUNDLE = 100;
const PER_SECOND = 1_000;
/** What a pod that was held up for two seconds has to say afterwards. */
const BURST = 2 * PER_SECOND;
const REPEAT = 60_000;

export class PodLogSink implements LogSink {
  level: LogLevel = "info";
  readonly #clock: Clock;
  readonly #send: (entries: LogEntry[]) => void;
  #entries: LogEntry[] = [];
  #allowed = BURST;
  #countedAt: number;
  #dropped: { count: number; last: LogEntry } | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, send: (entries: LogEntry[]) => void) {
    this.#clock = clock;
    this.#send = send;
    this.#countedAt = clock.monotonic();
  }

  write(entry: LogEntry): void {
    if (this.#takeAllowance()) this.#entries.push(entry);
    else this.#dropped = { count: (this.#dropped?.count ?? 0) + 1, last: entry };
    if (this.#entries.length >= PER_BUNDLE) this.flush();
    else this.#cancel ??= this.#clock.after(EVERY, () => this.flush());
  }

  /** Sends what waits at once. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const entries = this.#entries;
    this.#entries = [];
    if (this.#dropped) {
      const { count, last } = this.#dropped;
      entries.push({
        ts: last.ts,
        level: "warn",
        src: last.src,
        module: "log",
        msg: count === 1 ? texts.oneMoreLeftOut : `${count} weitere Meldungen wurden ausgelassen.`,
      });
      this.#dropped = undefined;
    }
    if (entries.length > 0) this.#send(entries);
  }

  #takeAllowance(): boolean {
    const now = this.#clock.monotonic();
    this.#allowed = Math.min(BURST, this.#allowed + ((now - this.#countedAt) * PER_SECOND) / 1_000);
    this.#countedAt = now;
    if (this.#allowed < 1) return false;
    this.#allowed -= 1;
    return true;
  }
}

/** Lets a message through once a minute for each key, and says how many were left out in between. */
export class Repetition {
  readonly #now: () => number;
  readonly #seen = new Map<number, { until: number; left: number }>();

  /** @param now monotonic time in ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The text to write, or undefined for now. */
  pass(key: number, text: string): string | undefined {
    const now = this.#now();
    const seen = this.#seen.get(key);
    if (seen && now < seen.until) {
      seen.left += 1;
      return undefined;
    }
    this.#seen.set(key, { until: now + REPEAT, left: 0 });
    return seen && seen.left > 0 ? texts.moreSince(text, seen.left) : text;
  }
}
