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
import { CodeBrake, factorTexts, PendingSecret, recoveryCodes, useOf } from "@hubwart/core/sign-in";
import type { FactorStore, Store, SecondFactor as Stored } from "@hubwart/core/store";
import { FactorNeededError } from "../../http/errors.ts";
import { texts } from "../texts.ts";

const BRAKE = "second-factor";

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
  readonly #brake: CodeBrake;
  readonly #pending: PendingSecret;

  /** @param person id; without, of who has the one password */
  constructor(store: Store, clock: Clock, log: Logger, person?: string) {
    this.#table = person === undefined ? store.secondFactor : store.personFactors.of(person);
    this.#brakeName = person === undefined ? BRAKE : `${BRAKE}/${person}`;
    this.#clock = clock;
    this.#log = log;
    this.#brake = new CodeBrake(store.throttle, clock, LIMITS.loginFailures);
    this.#pending = new PendingSecret(clock);
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
    if (otp === undefined) throw new FactorNeededError(factorTexts.codeNeeded, passkey());
    this.#brake.refuse(this.#brakeName, otp, known);
    const passed = this.#use(factor, otp);
    if (passed) return passed;
    failed();
    this.#brake.failed(this.#brakeName);
    throw new DeniedError(factorTexts.wrongCode);
  }

  /** As `pass`, for somebody who is signed in: ResultError `wrongCode`. */
  confirm(otp: string, failed: () => void): void {
    const factor = this.#table.read();
    if (!factor) throw new ConflictError(factorTexts.factorOff);
    if (this.#use(factor, otp)) return;
    failed();
    throw new ResultError(CODES.wrongCode, factorTexts.wrongCode);
  }

  /**
   * A secret for this session; `anew`: also where there is one in use, and the same until it is confirmed.
   * @throws ConflictError where there is one in use
   */
  begin(sessionId: string, anew = false): string {
    if (!anew && this.#table.read()) throw new ConflictError(factorTexts.factorOn);
    return this.#pending.begin(sessionId, anew);
  }

  /** What is stored once the session's app has shown that it has the secret. @throws ConflictError, ResultError `wrongCode` */
  confirmed(
    sessionId: string,
    otp: string,
    failed: () => void,
    anew = false,
  ): { stored: Stored; recovery: string[] } {
    const told = this.#pending.confirmed(sessionId, otp);
    if (told === "none") throw new ConflictError(factorTexts.nothingToConfirm);
    if (!anew && this.#table.read()) throw new ConflictError(factorTexts.factorOn);
    if (told === "wrong") {
      failed();
      throw new ResultError(CODES.wrongCode, texts.wrongCodeAtStart);
    }
    const { codes, hashes } = recoveryCodes(LIMITS.recoveryCodes);
    return { stored: { ...told, since: this.#clock.now(), recovery: hashes }, recovery: codes };
  }

  /** The secret is stored; nobody can confirm it again. */
  settled(): void {
    this.#pending.settled();
  }

  /** Other recovery codes, in clear; only their hashes are stored. */
  renewRecovery(): string[] {
    const { codes, hashes } = recoveryCodes(LIMITS.recoveryCodes);
    this.#table.left(hashes);
    return codes;
  }

  #use(factor: Stored, otp: string): Passed | undefined {
    const used = useOf(factor, otp, this.#clock.now());
    if (!used) return undefined;
    if ("step" in used) {
      this.#table.accepted(used.step);
      return { recoveryLeft: undefined };
    }
    this.#table.left(used.recovery);
    this.#log.warn(factorTexts.recoveryUsed(used.recovery.length));
    return { recoveryLeft: used.recovery.length };
  }
}
