/**
 * The rules of a code besides the password (`totp.ts`), at a hub and at a central: what a code uses up, recovery codes, a secret that waits
 * to be confirmed, and the brake on guessing. Nothing is stored here.
 */
import type { Clock } from "../clock.ts";
import { DeniedError } from "../errors.ts";
import { texts } from "./texts.ts";
import { Throttle, type ThrottleTable } from "./throttle.ts";
import {
  acceptedStep,
  isRecoveryCode,
  newRecoveryCode,
  newSecret,
  normalized,
  recoveryHash,
} from "./totp.ts";

/** ms within which a code has to confirm a new secret. */
const CONFIRM_WITHIN = 600_000;
const HOUR = 3_600_000;
/** Of all addresses together: a day's silence, and locks of up to an hour. */
const EVERYWHERE = { window: 24 * HOUR, longest: HOUR };

export interface Factor {
  /** 20 bytes, base32; undefined where it cannot be read: then recovery codes alone are good. */
  secret: string | undefined;
  /** SHA-256 of the recovery codes that are left, hex. */
  recovery: readonly string[];
  /** Time step of the last code that was accepted; 0 before the first. */
  step: number;
}

/** What is to be stored before anybody is let in by it. */
export type UsedUp = { step: number } | { recovery: readonly string[] };

/** What a code uses up; undefined: it is wrong, used, or of another time. @param now ms since the epoch */
export function useOf({ recovery, secret, step }: Factor, typed: string, now: number): UsedUp | undefined {
  const code = normalized(typed);
  if (isRecoveryCode(code)) {
    const hash = recoveryHash(code);
    const left = recovery.filter((one) => one !== hash);
    return left.length === recovery.length ? undefined : { recovery: left };
  }
  const accepted = secret === undefined ? undefined : acceptedStep(secret, code, now, step);
  return accepted === undefined ? undefined : { step: accepted };
}

/** In clear for the person, as hashes for the store. */
export function recoveryCodes(count: number): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: count }, newRecoveryCode);
  return { codes, hashes: codes.map((code) => recoveryHash(normalized(code))) };
}

/** A secret that no code has confirmed yet, and what it was told to; the last one alone. */
export class PendingSecret {
  readonly #clock: Clock;
  #pending: { to: string; secret: string; until: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param to a session, or a link. `again`: the same until it is confirmed */
  begin(to: string, again = false): string {
    const known = again ? this.#of(to) : undefined;
    if (known !== undefined) return known;
    const secret = newSecret();
    this.#pending = { to, secret, until: this.#clock.monotonic() + CONFIRM_WITHIN };
    return secret;
  }

  /** Whether a code shows that the app has it; `none`: there is nothing to confirm. */
  confirmed(to: string, typed: string): { secret: string; step: number } | "none" | "wrong" {
    const secret = this.#of(to);
    if (secret === undefined) return "none";
    const step = acceptedStep(secret, normalized(typed), this.#clock.now(), 0);
    return step === undefined ? "wrong" : { secret, step };
  }

  /** It is stored; nobody can confirm it again. */
  settled(): void {
    this.#pending = undefined;
  }

  #of(to: string): string | undefined {
    const pending = this.#pending;
    return pending?.to === to && pending.until > this.#clock.monotonic() ? pending.secret : undefined;
  }
}

/**
 * The brake over all addresses, for who knows the password and guesses the code from many. It keeps out neither who signed in from there
 * before nor a recovery code, which nobody guesses.
 */
export class CodeBrake {
  readonly #throttle: Throttle;

  /** @param failures from which on it locks */
  constructor(table: ThrottleTable, clock: Clock, failures: number) {
    this.#throttle = new Throttle(table, clock, { ...EVERYWHERE, failures });
  }

  /** @param whose name of the factor. @throws DeniedError with `retryAfter` while it is locked */
  refuse(whose: string, typed: string, known: boolean): void {
    if (known || isRecoveryCode(normalized(typed))) return;
    const wait = this.#throttle.refusedFor(whose);
    if (wait !== undefined) throw new DeniedError(texts.codesLocked(wait), wait);
  }

  failed(whose: string): void {
    this.#throttle.failed(whose);
  }
}
