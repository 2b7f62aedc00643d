/**
 * Brakes on signing in: by address and name, so that nobody is locked out by who guesses at his name from elsewhere, and by address
 * over all names, so that one password is not tried on everybody. Who is reached from everywhere has a third, by name over all addresses.
 * The last two hold up no name that signed in from there.
 */
import { createHash } from "node:crypto";
import { callerOf } from "../callers/caller.ts";
import { DeniedError } from "../errors.ts";
import { texts } from "../texts.ts";
import { plainName } from "./hasher.ts";
import type { Throttle } from "./throttle.ts";

/** Callers whose password was right. */
const MOST_KNOWN = 400;

/** Who tries from where. `brake`: of the name (`brakeOfName`), "" without one. */
export interface Attempting {
  address: string;
  brake: string;
}

export interface SignInThrottles {
  /** By address and name. */
  named: Throttle;
  /** By address over all names. */
  all: Throttle;
  /** By name over all addresses. */
  everywhere?: Throttle;
}

/** Another one for each name that is given, whether there is one or not. */
export const brakeOfName = (name: string): string =>
  `/${createHash("sha256").update(plainName(name)).digest("base64url").slice(0, 16)}`;

export class SignInBrakes {
  readonly #named: Throttle;
  readonly #all: Throttle;
  readonly #everywhere: Throttle | undefined;
  /** The first one's sign-in is the longest ago. */
  readonly #known = new Set<string>();

  constructor({ all, everywhere, named }: SignInThrottles) {
    this.#named = named;
    this.#all = all;
    this.#everywhere = everywhere;
  }

  /** @throws DeniedError while it is locked */
  refuse(who: Attempting): void {
    refuseIfLocked(this.#named, brakeOf(who));
    if (who.brake === "" || this.knows(who)) return;
    refuseIfLocked(this.#all, addressOf(who));
    if (this.#everywhere) refuseIfLocked(this.#everywhere, who.brake);
  }

  failed(who: Attempting): void {
    this.#named.failed(brakeOf(who));
    if (who.brake === "") return;
    this.#all.failed(addressOf(who));
    this.#everywhere?.failed(who.brake);
  }

  succeeded(who: Attempting): void {
    this.#named.succeeded(brakeOf(who));
    this.recall(who);
  }

  /** This one's password was right from there, before this run. */
  recall(who: Attempting): void {
    this.remember(who.address);
    this.#add(brakeOf(who));
  }

  /** This one's password was right from there. */
  knows(who: Attempting): boolean {
    return this.#known.has(brakeOf(who));
  }

  /** Somebody's password was right from there. */
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
  if (retryAfter !== undefined) throw new DeniedError(texts.signInLocked(retryAfter), retryAfter);
}
