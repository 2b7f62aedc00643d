/**
 * Which of a recipient's messages is sent next: the oldest. One that fails again and again while the service is reached
 * takes turns with those behind it; once one of these is taken, it is set aside and tried alone, by a growing pause.
 */
import { Pause } from "@hubwart/runtime/pause";
import type { Message } from "./queue.ts";
import { LONGEST_RETRY, SHORTEST_RETRY } from "./turns.ts";

/** So often the oldest is tried before another one is: some minutes, so that no short outage changes the order. */
const TRIES = 10;

export interface Choice {
  /** May be sent now, the oldest first; in one digest if need be. Never empty. */
  messages: readonly Message[];
  /** The oldest, which is passed over. */
  passed: Message | undefined;
}

export class Order {
  readonly #aside = new Map<number, Pause>();

  /** When one of them may be sent, monotonic ms. */
  free(waiting: readonly Message[]): number {
    return Math.min(...waiting.map((message) => this.#until(message)));
  }

  /** @param failures in a row, for this recipient */
  choose(waiting: readonly Message[], failures: number, now: number): Choice | undefined {
    const ready = waiting.filter((message) => this.#until(message) <= now);
    const from = turn(failures, ready.length);
    const first = ready[from];
    if (!first) return undefined;
    return {
      messages: this.isAside(first) ? [first] : ready.slice(from).filter((message) => !this.isAside(message)),
      passed: from > 0 ? ready[0] : undefined,
    };
  }

  isAside({ id }: Message): boolean {
    return this.#aside.has(id);
  }

  setAside({ id }: Message): void {
    if (!this.#aside.has(id)) this.#aside.set(id, new Pause(SHORTEST_RETRY, LONGEST_RETRY));
  }

  putOff({ id }: Message, now: number): void {
    this.#aside.get(id)?.grow(now);
  }

  /** Forgets all others. */
  keep(waiting: readonly Message[]): void {
    if (this.#aside.size === 0) return;
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of this.#aside.keys()) if (!ids.has(id)) this.#aside.delete(id);
  }

  #until({ id }: Message): number {
    return this.#aside.get(id)?.until ?? 0;
  }
}

/** From the last try of the oldest on, every other turn is another message's. */
function turn(failures: number, count: number): number {
  const over = failures - TRIES;
  if (count < 2 || over < 0 || over % 2 > 0) return 0;
  return 1 + ((over / 2) % (count - 1));
}
