/**
 * What people change of how they themselves sign in: the password, and the second factor. Each asks for the password once more, under
 * a brake of its own, and ends all sessions of the account where it changes what they began with.
 *
 * Concurrency: one at a time, in the queue of the service.
 */
import { CODES, type Who } from "@hubwart/contract";
import { ConflictError, callerOf, type FairQueue, type Logger, ResultError } from "@hubwart/core";
import type { Hasher } from "@hubwart/core/sign-in";
import type { FactorStore, Store } from "@hubwart/core/store";
import { texts as peopleTexts } from "../people/texts.ts";
import { texts } from "../texts.ts";
import type { Account, Accounts, Renewal } from "./accounts.ts";
import { copyCredential } from "./credential-copy.ts";
import { deviceOf } from "./device.ts";
import { refuseForAWhile, type Throttle } from "./throttle.ts";
import type { Tokens } from "./tokens.ts";

export interface OwnAccountParts {
  store: Store;
  log: Logger;
  hasher: Hasher;
  queue: FairQueue;
  throttle: Throttle;
  accounts: Accounts;
  tokens: Tokens;
}

/** What a change of the second factor is confirmed with; `who`: whose it is, of the one password without. */
export interface Confirmed {
  who?: Who | undefined;
  agent: string | undefined;
  pwd: string;
  otp: string;
}

export class OwnAccount {
  readonly #parts: OwnAccountParts;

  constructor(parts: OwnAccountParts) {
    this.#parts = parts;
  }

  /** Replaces the password of `who` and ends all his tokens, the caller's too. @returns one of a new session */
  change(address: string, old: string, next: string, agent?: string, who?: Who): Promise<string> {
    return this.inTurn(address, who, async (account) => {
      await this.#confirm(address, account, old);
      const hash = await this.#parts.hasher.hash(next);
      const token = await this.#beginAnew(account, address, agent, { hash });
      this.#parts.log.info(texts.passwordChanged);
      return token;
    });
  }

  /** A secret for an app of who is signed in; asks for the password once more. */
  beginFactor(sessionId: string, address: string, password: string, who?: Who): Promise<string> {
    return this.confirmed(address, password, who, (account) => account.factor.begin(sessionId));
  }

  /** What needs the password once more. @throws ResultError `wrongPassword` */
  confirmed<T>(
    address: string,
    password: string,
    who: Who | undefined,
    act: (account: Account) => T | Promise<T>,
  ): Promise<T> {
    return this.inTurn(address, who, async (account) => {
      await this.#confirm(address, account, password);
      return act(account);
    });
  }

  /** With the account as it is then. */
  inTurn<T>(address: string, who: Who | undefined, act: (account: Account) => Promise<T>): Promise<T> {
    return this.#parts.queue.run(callerOf(address), async () => act(this.#parts.accounts.of(who)), true);
  }

  /** Switches the second factor on and ends all tokens. @returns one of a new session, and recovery codes in clear */
  confirmFactor(
    sessionId: string,
    address: string,
    { agent, otp, who }: Omit<Confirmed, "pwd">,
  ): Promise<{ token: string; recovery: string[] }> {
    return this.inTurn(address, who, async (account) => {
      const failed = this.brakedCode(address, account);
      const { recovery, stored } = account.factor.confirmed(sessionId, otp, failed);
      const also = () => this.#factorsOf(account).put(stored);
      const token = await this.#beginAnew(account, address, agent, { factor: true, also });
      account.factor.settled();
      this.#parts.log.info(texts.factorSwitchedOn);
      return { token, recovery };
    });
  }

  /** Switches the second factor off and ends all tokens. @returns one of a new session */
  factorOff(address: string, { agent, otp, pwd, who }: Confirmed): Promise<string> {
    return this.inTurn(address, who, async (account) => {
      await this.#confirmBoth(account, address, pwd, otp);
      const also = () => this.#factorsOf(account).delete();
      const token = await this.#beginAnew(account, address, agent, { factor: false, also });
      this.#parts.log.info(texts.factorSwitchedOff);
      return token;
    });
  }

  /** @returns other recovery codes, in clear */
  renewRecovery(address: string, { otp, pwd, who }: Confirmed): Promise<string[]> {
    return this.inTurn(address, who, async (account) => {
      await this.#confirmBoth(account, address, pwd, otp);
      const codes = account.factor.renewRecovery();
      await copyCredential(this.#parts.store, this.#parts.log);
      return codes;
    });
  }

  #factorsOf({ id }: Account): FactorStore {
    return id === "" ? this.#parts.store.secondFactor : this.#parts.store.personFactors.of(id);
  }

  /** Sessions of before end with what they belong to. */
  async #beginAnew(
    account: Account,
    address: string,
    agent: string | undefined,
    change: Renewal,
  ): Promise<string> {
    const { token } = this.#parts.store.transaction(() => {
      const person = this.#parts.accounts.renew(account, change);
      return this.#parts.tokens.issue({ address, ...deviceOf(agent) }, person);
    });
    await copyCredential(this.#parts.store, this.#parts.log);
    this.#parts.tokens.sweep();
    return token;
  }

  async #confirmBoth(account: Account, address: string, password: string, otp: string): Promise<void> {
    const failed = this.brakedCode(address, account);
    await this.#confirm(address, account, password);
    account.factor.confirm(otp, failed);
    this.#parts.throttle.succeeded(codeName(address, account));
  }

  /** Apart from the password's brake, which a right password lifts. @returns to be called for a wrong code */
  brakedCode(address: string, account: Pick<Account, "key">): () => void {
    const name = codeName(address, account);
    refuseForAWhile(this.#parts.throttle, name);
    return () => this.#parts.throttle.failed(name);
  }

  async #confirm(address: string, { hash, key }: Account, password: string): Promise<void> {
    const name = `change:${callerOf(address)}${key}`;
    refuseForAWhile(this.#parts.throttle, name);
    if (hash === "") throw new ConflictError(peopleTexts.ofDirectory);
    if (await this.#parts.hasher.verify(hash, password)) return this.#parts.throttle.succeeded(name);
    this.#parts.throttle.failed(name);
    throw new ResultError(CODES.wrongPassword, texts.wrongCurrentPassword);
  }
}

/** Of each account: who guesses keeps nobody else at his address from changing anything. */
const codeName = (address: string, { key }: Pick<Account, "key">): string =>
  `code:${callerOf(address)}${key}`;
