/** How often an add-on ended by itself or could not be started, and what it said at last. */
import type { AddOnId } from "@hubwart/containers";
import { CATALOGUE } from "@hubwart/containers";
import { Backoff, type Clock } from "@hubwart/core";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

const WINDOW_MS = 10 * 60_000;
const MANY = 5;
/** One that has run this long is started at once the next time. */
const STEADY_MS = 60_000;

interface Record {
  ends: number[];
  backoff: Backoff;
  startedAt: number;
  /** Not before this moment, monotonic ms. */
  notBefore: number;
  lines: readonly string[];
  problem: string;
  /** It did not even start. */
  failed: boolean;
}

export class Crashes {
  readonly #clock: Clock;
  readonly #records = new Map<AddOnId, Record>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether it may be started again now; otherwise in how many ms. */
  wait(id: AddOnId): number {
    return Math.max(0, (this.#records.get(id)?.notBefore ?? 0) - this.#clock.monotonic());
  }

  started(id: AddOnId): void {
    this.#of(id).startedAt = this.#clock.monotonic();
  }

  /** It was to be started and could not be. */
  failed(id: AddOnId, problem: string): void {
    this.ended(id, problem, []);
    this.#of(id).failed = true;
  }

  /** It was to run and does not. */
  ended(id: AddOnId, problem: string, lines: readonly string[]): void {
    const record = this.#of(id);
    record.failed = false;
    const now = this.#clock.monotonic();
    if (record.startedAt > 0 && now - record.startedAt > STEADY_MS) record.backoff.reset();
    record.ends = [...record.ends.filter((at) => now - at < WINDOW_MS), now];
    record.notBefore = now + record.backoff.next();
    record.lines = lines;
    record.problem = problem;
  }

  /** Somebody has taken care of it. */
  forget(id: AddOnId): void {
    this.#records.delete(id);
  }

  findings(): Finding[] {
    const now = this.#clock.monotonic();
    return [...this.#records].flatMap(([id, { ends, failed, lines, problem }]) => {
      if (ends.filter((at) => now - at < WINDOW_MS).length < MANY) return [];
      const last = lines.length > 0 ? texts.lastLines(lines.join(" | ").slice(0, 500)) : "";
      return [
        {
          code: "container_crashes",
          level: 2 as const,
          text: failed
            ? texts.keepsFailing(CATALOGUE[id].title, problem)
            : texts.keepsEnding(CATALOGUE[id].title, problem, last),
          route: `/container/${id}`,
        },
      ];
    });
  }

  #of(id: AddOnId): Record {
    const found = this.#records.get(id) ?? {
      ends: [],
      backoff: new Backoff(1_000),
      startedAt: 0,
      notBefore: 0,
      lines: [],
      problem: "",
      failed: false,
    };
    this.#records.set(id, found);
    return found;
  }
}
