/**
 * The code besides the password of a person of the central, by the rules that a hub has too (`@hubwart/core/sign-in`). Asked for after the right
 * password alone, and in the database as used up before anybody is let in.
 *
 * Concurrency: its caller runs one at a time (the queue of `SignIn`); of two processes the database says who used a code.
 */
import { CODES, LIMITS } from "@hubwart/contract";
import { type Clock, ConflictError, DeniedError, type Logger, ResultError } from "@hubwart/core";
import {
  CodeBrake,
  type Factor,
  factorTexts,
  PendingSecret,
  recoveryCodes,
  type ThrottleTable,
  type UsedUp,
  useOf,
} from "@hubwart/core/sign-in";
import type { Sealer } from "../authority/sealer.ts";
import type { StoredFactor } from "../register/account.ts";
import type { Account, People } from "../register/people.ts";
import { texts } from "../texts.ts";

export interface FactorParts {
  people: Pick<People, "demand" | "lacksFactor" | "useFactor">;
  sealer: Sealer;
  table: ThrottleTable;
  clock: Clock;
  log: Logger;
}

export interface Attempt {
  otp: string | undefined;
  /** Signed in from there before. */
  known: boolean;
}

/** How many secrets wait to be confirmed. */
const MOST_PENDING = 1_000;

export class SecondFactor {
  readonly #parts: FactorParts;
  readonly #brake: CodeBrake;
  /** By the person's id. */
  readonly #pending = new Map<string, PendingSecret>();

  constructor(parts: FactorParts) {
    this.#parts = parts;
    this.#brake = new CodeBrake(parts.table, parts.clock, LIMITS.loginFailures);
  }

  state({ factor, level }: Account) {
    return {
      on: factor !== undefined,
      since: factor?.since ?? 0,
      recovery_left: factor?.recovery.length ?? 0,
      time: this.#parts.clock.now(),
      demanded: this.#parts.people.demand.includes(level),
    };
  }

  /**
   * Judges what came with the right password, and uses it up.
   * @param failed counts a wrong code against whoever sent it
   * @returns after a recovery code: how many are left
   * @throws ResultError where a code is missing, or there is nothing that makes one; DeniedError for a wrong one, with `retryAfter` while
   *   it is locked; UnavailableError
   */
  async pass(account: Account, { known, otp }: Attempt, failed: () => void): Promise<number | undefined> {
    if (this.#parts.people.lacksFactor(account))
      throw new ResultError(CODES.factorMissing, texts.factorMissing);
    if (!account.factor) return undefined;
    if (otp === undefined) throw new ResultError(CODES.secondFactorNeeded, factorTexts.codeNeeded);
    this.#brake.refuse(brakeOf(account), otp, known);
    const used = await this.#use(account, account.factor, otp);
    if (used) return this.#left(used);
    failed();
    this.#brake.failed(brakeOf(account));
    throw new DeniedError(factorTexts.wrongCode);
  }

  /** As `pass`, for somebody who is signed in. @throws ResultError `wrongCode`; ConflictError, UnavailableError */
  async confirm(account: Account, otp: string, failed: () => void): Promise<void> {
    if (!account.factor) throw new ConflictError(factorTexts.factorOff);
    const used = await this.#use(account, account.factor, otp);
    if (used) return void this.#left(used);
    failed();
    throw new ResultError(CODES.wrongCode, factorTexts.wrongCode);
  }

  /** A secret, told to a session or a link. `again`: the same until it is confirmed. @throws ConflictError where there is one in use */
  begin({ factor, id }: Account, to: string, again = false): string {
    if (factor) throw new ConflictError(factorTexts.factorOn);
    const pending = this.#pending.get(id) ?? new PendingSecret(this.#parts.clock);
    this.#pending.delete(id);
    this.#pending.set(id, pending);
    for (const oldest of this.#pending.keys()) {
      if (this.#pending.size <= MOST_PENDING) break;
      this.#pending.delete(oldest);
    }
    return pending.begin(to, again);
  }

  /** What is stored once the app has shown that it has the secret. @throws ConflictError, ResultError `wrongCode` */
  confirmed(
    { factor, id }: Account,
    to: string,
    otp: string,
    failed: () => void,
  ): { stored: StoredFactor; recovery: string[] } {
    if (factor) throw new ConflictError(factorTexts.factorOn);
    const told = this.#pending.get(id)?.confirmed(to, otp) ?? "none";
    if (told === "none") throw new ConflictError(factorTexts.nothingToConfirm);
    if (told === "wrong") {
      failed();
      throw new ResultError(CODES.wrongCode, texts.wrongCodeAtStart);
    }
    const { codes, hashes } = recoveryCodes(LIMITS.recoveryCodes);
    const sealed = this.#parts.sealer.seal(id, told.secret);
    const stored = { sealed, step: told.step, since: this.#parts.clock.now(), recovery: hashes };
    return { stored, recovery: codes };
  }

  /** It is stored; nobody can confirm it again. */
  settled(id: string): void {
    this.#pending.delete(id);
  }

  /** Other recovery codes, in clear; only their hashes are stored. @throws ConflictError, UnavailableError */
  async renewRecovery({ factor, id }: Account): Promise<string[]> {
    const { codes, hashes } = recoveryCodes(LIMITS.recoveryCodes);
    if (!factor || !(await this.#parts.people.useFactor(id, factor, { recovery: hashes })))
      throw new ConflictError(factorTexts.factorOff);
    return codes;
  }

  async #use(account: Account, stored: StoredFactor, otp: string): Promise<UsedUp | undefined> {
    const { clock, people, sealer } = this.#parts;
    const factor: Factor = { ...stored, secret: sealer.open(account.id, stored.sealed) };
    const used = useOf(factor, otp, clock.now());
    return used && (await people.useFactor(account.id, stored, used)) ? used : undefined;
  }

  #left(used: UsedUp): number | undefined {
    if ("step" in used) return undefined;
    this.#parts.log.warn(factorTexts.recoveryUsed(used.recovery.length));
    return used.recovery.length;
  }
}

const brakeOf = ({ id }: Account): string => `second-factor/${id}`;
