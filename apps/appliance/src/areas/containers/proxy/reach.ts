/**
 * Whether something takes connections where a rule leads: a TCP connection that is closed at once, nothing is sent. What is away now
 * may be back later, so this marks rules and never keeps one from being in force.
 *
 * Invariants: `problem` never waits; at most `AT_ONCE` connections are under way; nothing is kept for long of targets nobody asks for.
 */
import net from "node:net";
import { type Clock, netErrorText } from "@hubwart/core";

/** German; undefined: reached. */
export type Probe = (dial: string) => Promise<string | undefined>;

const LONGEST_MS = 2_000;
const AT_ONCE = 8;
const FRESH_MS = 15_000;

export class Reach {
  readonly #clock: Clock;
  readonly #probe: Probe;
  #seen = new Map<string, { at: number; problem: string | undefined }>();
  #looking = false;

  constructor(clock: Clock, probe: Probe = probeByTcp) {
    this.#clock = clock;
    this.#probe = probe;
  }

  /** What the last look found; undefined: reached, or not looked at yet. */
  problem(dial: string): string | undefined {
    return this.#seen.get(dial)?.problem;
  }

  /** Looks now. */
  async check(dial: string): Promise<string | undefined> {
    const problem = await this.#probe(dial);
    this.#seen.set(dial, { at: this.#clock.monotonic(), problem });
    return problem;
  }

  /** Looks at those that were not looked at lately, and forgets all others. Does not wait for it. */
  look(dials: readonly string[]): void {
    const wanted = new Set(dials);
    const now = this.#clock.monotonic();
    // What was looked at just now may be about to become a rule.
    const kept = [...this.#seen].filter(([dial, { at }]) => wanted.has(dial) || now - at < FRESH_MS);
    this.#seen = new Map(kept);
    if (this.#looking) return;
    const waiting = [...wanted].filter((dial) => now - (this.#seen.get(dial)?.at ?? -FRESH_MS) >= FRESH_MS);
    this.#looking = true;
    const worker = async () => {
      for (let dial = waiting.shift(); dial !== undefined; dial = waiting.shift()) await this.check(dial);
    };
    void Promise.all(Array.from({ length: AT_ONCE }, worker)).finally(() => {
      this.#looking = false;
    });
  }
}

function probeByTcp(dial: string): Promise<string | undefined> {
  const colon = dial.lastIndexOf(":");
  const host = dial.slice(0, colon).replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve) => {
    const socket = net.connect({ host, port: Number(dial.slice(colon + 1)) });
    const end = (problem?: string) => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(LONGEST_MS, () => end(netErrorText({ code: "ETIMEDOUT" }, dial)));
    socket.once("connect", () => end());
    socket.on("error", (error) => end(netErrorText(error, dial)));
  });
}
