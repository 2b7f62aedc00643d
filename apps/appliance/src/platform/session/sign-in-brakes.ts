/**
 * Brakes on signing in: by address and name, so that nobody is locked out by who guesses at his name from elsewhere, and by address
 * over all names, so that one password is not tried on everybody. The second holds up no name that signed in from there in this run.
 */
import { callerOf, DeniedError } from "@hubwart/core";
import { texts } from "../texts.ts";
import type { Throttle } from "./throttle.ts";

/** Callers whose password was right, in this run. */
const MOST_KNOWN = 400;

/** Who tries from where. `brake`: of the name, "" without one. */
export interface Attempting {
  address: string;
  brake: string;
}

export class SignInBrakes {
  readonly #named: Throttle;
  readonly #all: Throttle;
  /** The first one's sign-in is the longest ago. */
  readonly #known = new Set<string>();

  constructor(named: Throttle, all: Throttle) {
    this.#named = named;
    this.#all = all;
  }

  /** @throws DeniedError while it is locked */
  refuse(who: Attempting): void {
    refuseIfLocked(this.#named, brakeOf(who));
    if (who.brake !== "" && !this.knows(who)) refuseIfLocked(this.#all, addressOf(who));
  }

  failed(who: Attempting): void {
    this.#named.failed(brakeOf(who));
    if (who.brake !== "") this.#all.failed(addressOf(who));
  }

  succeeded(who: Attempting): void {
    this.#named.succeeded(brakeOf(who));
    this.remember(who.address);
    this.#add(brakeOf(who));
  }

  /** This one's password was right from there, in this run. */
  knows(who: Attempting): boolean {
    return this.#known.has(brakeOf(who));
  }

  /** Somebody's password was right from there, in this run. */
  knowsAddress(address: string): boolean {
    return this.#known.has(callerOf(address));
  }

  remember(address: string): void {
    this.#add(callerOf(address));
  }

  #add(key: string): void {
    this.#known.delete(key);
    this.#known.add(key);
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
  }
}

const brakeOf = ({ address, brake }: Attempting): string => `login:${callerOf(address)}${brake}`;
const addressOf = ({ address }: Attempting): string => `names:${callerOf(address)}`;

function refuseIfLocked(throttle: Throttle, name: string): void {
  const retryAfter = throttle.refusedFor(name);
  if (retryAfter !== undefined) throw new DeniedError(texts.locked(retryAfter), retryAfter);
}
