/** Random bytes that a browser's authenticator signs: each good once, for what it was asked for, within a few minutes. In memory. */
import { randomBytes } from "node:crypto";
import { LIMITS } from "@hubwart/contract";
import type { Clock } from "@hubwart/core";

const MOST = 400;

export class Challenges {
  readonly #clock: Pick<Clock, "monotonic">;
  /** By what it is for, one each; the oldest first. */
  readonly #open = new Map<string, { challenge: string; until: number }>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** In place of an earlier one for the same. @returns 32 bytes, base64url */
  begin(what: string): string {
    const now = this.#clock.monotonic();
    this.#open.delete(what);
    for (const [each, { until }] of this.#open)
      if (until <= now || this.#open.size >= MOST) this.#open.delete(each);
    const challenge = randomBytes(32).toString("base64url");
    this.#open.set(what, { challenge, until: now + LIMITS.passkeyWithin });
    return challenge;
  }

  /** Whether that is what was asked; it is used up by any answer. */
  take(what: string, challenge: string): boolean {
    const found = this.#open.get(what);
    this.#open.delete(what);
    return found?.challenge === challenge && found.until > this.#clock.monotonic();
  }
}
