/**
 * Hubs that say more than a hub has reason to, or what is no message of a hub: locked out for a while, so that they cost the central,
 * and with it all others, nothing. What goes into the stream is bounded there (`feeds/stream.ts`).
 *
 *     if (!unruly.may(hub)) return;       // one message; false: locked out
 */
import type { Clock, Scope } from "@hubwart/core";

/** Messages in a window. A hub reports at most every 5 s, and asks twice when it connects. */
const MOST = 100;
const WINDOW_MS = 10_000;
const GARBAGE_COUNTS = 5;
const OUT_MS = 600_000;

export interface UnrulyParts {
  clock: Clock;
  scope: Scope;
  /** Somebody was locked out, or is let in again: `is` says who it is now. */
  changed: (hub: string, out: boolean) => void;
}

export class Unruly {
  readonly #parts: UnrulyParts;
  readonly #said = new Map<string, number>();
  readonly #out = new Map<string, () => void>();

  constructor(parts: UnrulyParts) {
    this.#parts = parts;
    parts.scope.add(parts.clock.every(WINDOW_MS, () => this.#said.clear()));
    parts.scope.add(() => {
      for (const cancel of this.#out.values()) cancel();
    });
  }

  is(hub: string): boolean {
    return this.#out.has(hub);
  }

  may(hub: string): boolean {
    return this.#count(hub, 1);
  }

  garbage(hub: string): void {
    this.#count(hub, GARBAGE_COUNTS);
  }

  #count(hub: string, weight: number): boolean {
    if (this.is(hub)) return false;
    const said = (this.#said.get(hub) ?? 0) + weight;
    this.#said.set(hub, said);
    if (said <= MOST) return true;
    const { changed, clock } = this.#parts;
    const again = () => {
      this.#out.delete(hub);
      changed(hub, false);
    };
    this.#out.set(hub, clock.after(OUT_MS, again));
    changed(hub, true);
    return false;
  }
}
