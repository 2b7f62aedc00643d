/** All containers with their figures, the system itself included. Read at most so often, however many ask. */

import type { Overview as Seen } from "@hubwart/containers";
import { ADD_ON_IDS, CATALOGUE, containerName } from "@hubwart/containers";
import type { AnswerOf, systemPs } from "@hubwart/contract";
import { type Clock, errorText } from "@hubwart/core";
import type { EngineLink } from "./link.ts";

type Answer = Omit<AnswerOf<typeof systemPs>, "code">;
type Own = Answer["containers"][number];

const MIB = 1024 * 1024;
const FRESH_MS = 1_000;

export class Overview {
  readonly #link: EngineLink;
  readonly #own: () => Promise<Own>;
  readonly #clock: Clock;
  #last: { at: number; seen: Promise<Seen> } | undefined;

  constructor(link: EngineLink, own: () => Promise<Own>, clock: Clock) {
    this.#link = link;
    this.#own = own;
    this.#clock = clock;
  }

  async read(): Promise<Answer> {
    const [own, seen] = await Promise.all([this.#own(), this.seen()]);
    if (!seen.engine) return { engine: false, reason: seen.reason, containers: [own] };
    const others = seen.containers.map((one) => {
      const { addOn } = one;
      return {
        name: one.name,
        system: addOn !== undefined && CATALOGUE[addOn].group === "system",
        running: one.running,
        started: one.started ?? null,
        memory: round(one.memory / MIB),
        cpu: round(one.cpu),
        ...(addOn === undefined ? { foreign: true } : {}),
      };
    });
    // Those never started are shown too, so that people find their way to them.
    const there = new Set(seen.containers.map(({ name }) => name));
    const missing = ADD_ON_IDS.filter((id) => !there.has(containerName(id))).map((id) => ({
      name: containerName(id),
      system: CATALOGUE[id].group === "system",
      running: false,
      started: null,
      memory: 0,
      cpu: 0,
    }));
    return { engine: true, containers: [own, ...others, ...missing] };
  }

  /** As the engine has it; figures are at most a second old. */
  async seen(): Promise<Seen> {
    const now = this.#clock.monotonic();
    if (!this.#last || now - this.#last.at > FRESH_MS) this.#last = { at: now, seen: this.#read() };
    return await this.#last.seen;
  }

  /** The next reading is a new one. */
  forget(): void {
    this.#last = undefined;
  }

  async #read(): Promise<Seen> {
    if (!this.#link.available) return { engine: undefined, reason: this.#link.reason, containers: [] };
    try {
      return await this.#link.get().overview();
    } catch (error) {
      return { engine: undefined, reason: errorText(error), containers: [] };
    }
  }
}

const round = (value: number): number => Math.round(value * 10) / 10;
