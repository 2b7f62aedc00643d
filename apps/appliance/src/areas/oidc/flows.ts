/**
 * Sign-ins that were begun: each is taken up once, by the browser that began it, within ten minutes. In memory, and bounded, so that
 * nobody who begins many keeps others from finishing theirs.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Clock, callerOf } from "@hubwart/core";

const WITHIN = 600_000;
const MOST = 400;
const MOST_OF_A_CALLER = 8;

export interface Flow {
  nonce: string;
  verifier: string;
}
interface Kept extends Flow {
  caller: string;
  binding: Buffer;
  /** Monotonic. */
  until: number;
}

export class Flows {
  readonly #clock: Pick<Clock, "monotonic">;
  /** By `state`; the oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** @returns what comes back through the service, and what only this browser has */
  begin(address: string, flow: Flow): { state: string; binding: string } {
    const caller = callerOf(address);
    const state = randomBytes(32).toString("base64url");
    const binding = randomBytes(32).toString("base64url");
    const now = this.#clock.monotonic();
    for (const [each, { until }] of this.#kept) if (until <= now) this.#kept.delete(each);
    const own = [...this.#kept].filter(([, kept]) => kept.caller === caller);
    for (const [each] of own.slice(0, Math.max(0, own.length - MOST_OF_A_CALLER + 1)))
      this.#kept.delete(each);
    for (const each of this.#kept.keys()) {
      if (this.#kept.size < MOST) break;
      this.#kept.delete(each);
    }
    this.#kept.set(state, { ...flow, caller, binding: hashOf(binding), until: now + WITHIN });
    return { state, binding };
  }

  /** Used up, whatever comes of it. */
  take(state: string, binding: string): Flow | undefined {
    const kept = this.#kept.get(state);
    this.#kept.delete(state);
    if (!kept || kept.until <= this.#clock.monotonic()) return undefined;
    return timingSafeEqual(kept.binding, hashOf(binding)) ? kept : undefined;
  }

  clear(): void {
    this.#kept.clear();
  }
}

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
