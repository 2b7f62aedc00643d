/** As many lines of a pod's log as a pod of ours writes at most; what exceeds that is left out, and said once. */
import type { Clock, LogEntry } from "@hubwart/core";
import { Budget } from "@hubwart/ipc";

const LINES = { perSecond: 1_000, burst: 4_000 };

export class LogLimit {
  readonly #lines: Budget;
  readonly #exceeded: () => void;
  #told = false;

  constructor(clock: Clock, exceeded: () => void) {
    this.#lines = new Budget({ ...LINES, now: () => clock.monotonic() });
    this.#exceeded = exceeded;
  }

  pass(entries: readonly LogEntry[]): LogEntry[] {
    const passed = entries.filter(() => this.#lines.take(1));
    const exceeded = passed.length < entries.length;
    if (exceeded && !this.#told) this.#exceeded();
    this.#told = exceeded;
    return passed;
  }
}
