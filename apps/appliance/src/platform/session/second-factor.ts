/**
 * The code besides the password. It asks nothing until it is switched on, and is judged only after the password was right.
 *
 * Guessing is braked twice: by address as passwords are, and over all addresses, since who knows the password may come from many.
 * The second brake keeps nobody out who signed in in this run, nor a recovery code, which nobody guesses.
 *
 * Concurrency: its caller runs one at a time (the queue of `SessionService`).
 */
import { createHash } from "node:crypto";
import { CODES, LIMITS, type PasskeyRequest } from "@hubwart/contract";
import { type Clock, ConflictError, DeniedError, type Logger, ResultError } from "@hubwart/core";
import type { FactorStore, Store, SecondFactor as Stored } from "@hubwart/core/store";
import { FactorNeededError } from "../../http/errors.ts";
import { texts } from "../texts.ts";
import { Throttle } from "./throttle.ts";
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
const BRAKE = "second-factor";
const HOUR = 3_600_000;
/** Of all addresses together: a day's silence, and locks of up to an hour. */
const RULES = { window: 24 * HOUR, longest: HOUR };

export interface Attempt {
  otp: string | undefined;
  /** Signed in in this run. */
  known: boolean;
  /** What may be answered instead. */
  passkey: () => PasskeyRequest | undefined;
}

export interface Passed {
  /** After a recovery code: how many are left. */
  recoveryLeft: number | undefined;
}

export class SecondFactor {
  readonly #table: FactorStore;
  readonly #brakeName: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #brake: Throttle;
  /** A secret that no code has confirmed yet, and the session that it was told to. */
  #pending: { sessionId: string; secret: string; until: number } | undefined;

  /** @param person id; without, of who has the one password */
  constructor(store: Store, clock: Clock, log: Logger, person?: string) {
    this.#table = person === undefined ? store.secondFactor : store.personFactors.of(person);
    this.#brakeName = person === undefined ? BRAKE : `${BRAKE}/${person}`;
    this.#clock = clock;
    this.#log = log;
    this.#brake = new Throttle(store.throttle, clock, RULES);
  }

  state(): { on: boolean; since: number; recovery_left: number; time: number } {
    const factor = this.#table.read();
    return {
      on: factor !== undefined,
      since: factor?.since ?? 0,
      recovery_left: factor?.recovery.length ?? 0,
      time: this.#clock.now(),
    };
  }

  /** Names the secret in use, so that what was added to it goes with it; undefined where it is off. */
  get mark(): string | undefined {
    const secret = this.#table.read()?.secret;
    return secret && createHash("sha256").update(secret).digest("base64url");
  }

  /**
   * Judges what came with the right password, and uses it up.
   * @param failed counts a wrong code against whoever sent it
   * @throws FactorNeededError where a code is missing; DeniedError for a wrong one, with `retryAfter` while locked
   */
  pass({ known, otp, passkey }: Attempt, failed: () => void): Passed {
    const factor = this.#table.read();
    if (!factor) return { recoveryLeft: undefined };
    if (otp === undefined) throw new FactorNeededError(texts.codeNeeded, passkey());
    const code = normalized(otp);
    const wait = isRecoveryCode(code) || known ? undefined : this.#brake.refusedFor(this.#brakeName);
    if (wait !== undefined) throw new DeniedError(texts.codesLocked(wait), wait);
    const passed = this.#use(factor, code);
    if (passed) return passed;
    failed();
    this.#brake.failed(this.#brakeName);
    throw new DeniedError(texts.wrongCode);
  }

  /** As `pass`, for somebody who is signed in: ResultError `wrongCode`. */
  confirm(otp: string, failed: () => void): void {
    const factor = this.#table.read();
    if (!factor) throw new ConflictError(texts.factorOff);
    if (this.#use(factor, normalized(otp))) return;
    failed();
    throw new ResultError(CODES.wrongCode, texts.wrongCode);
  }

  /**
   * A secret for this session; `anew`: also where there is one in use, and the same until it is confirmed.
   * @throws ConflictError where there is one in use
   */
  begin(sessionId: string, anew = false): string {
    if (!anew && this.#table.read()) throw new ConflictError(texts.factorOn);
    if (anew && this.#pending?.sessionId === sessionId && this.#pending.until > this.#clock.monotonic())
      return this.#pending.secret;
    const secret = newSecret();
    this.#pending = { sessionId, secret, until: this.#clock.monotonic() + CONFIRM_WITHIN };
    return secret;
  }

  /** What is stored once the session's app has shown that it has the secret. @throws ConflictError, ResultError `wrongCode` */
  confirmed(
    sessionId: string,
    otp: string,
    failed: () => void,
    anew = false,
  ): { stored: Stored; recovery: string[] } {
    const pending = this.#pending;
    if (pending?.sessionId !== sessionId || pending.until <= this.#clock.monotonic())
      throw new ConflictError(texts.nothingToConfirm);
    if (!anew && this.#table.read()) throw new ConflictError(texts.factorOn);
    const now = this.#clock.now();
    const step = acceptedStep(pending.secret, normalized(otp), now, 0);
    if (step === undefined) {
      failed();
      throw new ResultError(CODES.wrongCode, texts.wrongCodeAtStart);
    }
    const { codes, hashes } = recoveryCodes();
    return { stored: { secret: pending.secret, since: now, recovery: hashes, step }, recovery: codes };
  }

  /** The secret is stored; nobody can confirm it again. */
  settled(): void {
    this.#pending = undefined;
  }

  /** Other recovery codes, in clear; only their hashes are stored. */
  renewRecovery(): string[] {
    const { codes, hashes } = recoveryCodes();
    this.#table.left(hashes);
    return codes;
  }

  #use(factor: Stored, code: string): Passed | undefined {
    if (isRecoveryCode(code)) {
      const hash = recoveryHash(code);
      const left = factor.recovery.filter((one) => one !== hash);
      if (left.length === factor.recovery.length) return undefined;
      this.#table.left(left);
      this.#log.warn(texts.recoveryUsed(left.length));
      return { recoveryLeft: left.length };
    }
    const step = acceptedStep(factor.secret, code, this.#clock.now(), factor.step);
    if (step === undefined) return undefined;
    this.#table.accepted(step);
    return { recoveryLeft: undefined };
  }
}

function recoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, newRecoveryCode);
  return { codes, hashes: codes.map((code) => recoveryHash(normalized(code))) };
}
