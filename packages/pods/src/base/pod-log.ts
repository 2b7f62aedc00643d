/**
 * A pod's log on its way to the hub: sent in bundles, bounded, and with a limit on repetition.
 *
 * Invariants: at most `PER_BUNDLE` entries leave every `EVERY` ms; what exceeds that is counted and said.
 * The same kind of failure of one channel is written once a minute, with the number left out.
 */
import type { Clock, LogEntry, LogLevel, LogSink } from "@hubwart/core";

const EVERY = 100;
const PER_BUNDLE = 100;
const REPEAT = 60_000;

export class PodLogSink implements LogSink {
  level: LogLevel = "info";
  readonly #clock: Clock;
  readonly #send: (entries: LogEntry[]) => void;
  #entries: LogEntry[] = [];
  #dropped = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, send: (entries: LogEntry[]) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  write(entry: LogEntry): void {
    if (this.#entries.length >= PER_BUNDLE) {
      this.#dropped += 1;
      return;
    }
    this.#entries.push(entry);
    this.#cancel ??= this.#clock.after(EVERY, () => this.flush());
  }

  /** Sends what waits at once. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const entries = this.#entries;
    const last = entries.at(-1);
    if (!last) return;
    this.#entries = [];
    if (this.#dropped > 0) {
      entries.push({
        ts: last.ts,
        level: "warn",
        src: last.src,
        module: "log",
        msg: `${this.#dropped} weitere Meldungen wurden ausgelassen.`,
      });
      this.#dropped = 0;
    }
    this.#send(entries);
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
    return seen && seen.left > 0 ? `${text} (${seen.left} weitere seit der letzten Meldung)` : text;
  }
}
