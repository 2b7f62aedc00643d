/**
 * What the other side fails over: a unit, a register, a group address, a topic, a URL. Each pauses by itself, longer with every
 * failure in a row, so that it costs the others little and is tried for ever. Times are monotonic ms.
 */
import { Pause } from "../pause.ts";

export interface Pauses {
  /** So many failures in a row may be chance: no pause follows them yet. */
  chance?: number;
  /** Length of the first pause and of the longest, ms. One is drawn between half of its length and the whole. */
  first: number;
  longest: number;
}

interface Suspect {
  failures: number;
  pause: Pause;
}

export class Suspects<Lane> {
  readonly #pauses: Pauses;
  readonly #all = new Map<Lane, Suspect>();

  constructor(pauses: Pauses) {
    this.#pauses = pauses;
  }

  has(lane: Lane): boolean {
    return this.#all.has(lane);
  }

  /** When its pause is over; 0 where it has none. */
  until(lane: Lane): number {
    return this.#all.get(lane)?.pause.until ?? 0;
  }

  /** @param least ms that the other side asks for  @returns how often in a row it has failed */
  add(lane: Lane, now: number, least = 0): number {
    const { chance = 0, first, longest } = this.#pauses;
    const suspect = this.#all.get(lane) ?? { failures: 0, pause: new Pause(first, longest) };
    this.#all.set(lane, suspect);
    suspect.failures += 1;
    if (suspect.failures > chance) suspect.pause.grow(now, least);
    return suspect.failures;
  }

  clear(lane: Lane): void {
    this.#all.delete(lane);
  }

  /** Forgets those for which `which` holds. */
  clearAll(which: (lane: Lane) => boolean = () => true): void {
    for (const lane of this.#all.keys()) if (which(lane)) this.#all.delete(lane);
  }
}
