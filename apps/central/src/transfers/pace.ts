import { type Clock, UnavailableError } from "@hubwart/core";
import { TRANSFER_LIMITS } from "@hubwart/fleet";
import { texts } from "../texts.ts";

/** ms; who would wait longer is told to come back. */
const LONGEST_MS = 2_000;

/** Pieces of all files of a hub, one after the other with a pause between: its other calls go on. */
export class Pace {
  readonly #clock: Clock;
  /** By hub: monotonic ms of the next one. */
  readonly #free = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws UnavailableError where too many wait */
  async turn(hub: string): Promise<void> {
    const now = this.#clock.monotonic();
    const at = Math.max(now, this.#free.get(hub) ?? 0);
    if (at - now > LONGEST_MS) throw new UnavailableError(texts.siteBusy);
    for (const [other, free] of this.#free) if (free < now) this.#free.delete(other);
    this.#free.set(hub, at + TRANSFER_LIMITS.pace);
    if (at > now) await new Promise<void>((resolve) => this.#clock.after(at - now, resolve));
  }
}
