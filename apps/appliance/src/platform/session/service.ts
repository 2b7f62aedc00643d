/**
 * The rules of signing in. No HTTP here.
 *
 * Concurrency: everything that computes a password hash runs one at a time, so memory is bounded and a burst of
 * attempts cannot slip past the throttle. Callers take turns; whose password was right before, or who is signed in, goes
 * first, so that no number of others keeps him out.
 */
import { CODES, type PasskeyAnswer, type Who } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  callerOf,
  DeniedError,
  FairQueue,
  type Logger,
  NotFoundError,
  ResultError,
} from "@hubwart/core";
import { argon2id, DECOY, factorTexts, type Hasher, SignInBrakes } from "@hubwart/core/sign-in";
import { LOST, type Store } from "@hubwart/core/store";
import type { Session, SessionWatch } from "../../http/ports.ts";
import { common } from "../../texts.ts";
import { Invitations } from "../people/invitations.ts";
import type { People } from "../people/people.ts";
import { texts as peopleTexts } from "../people/texts.ts";
import { texts } from "../texts.ts";
import { type Account, Accounts, sameWho } from "./accounts.ts";
import { copyCredential } from "./credential-copy.ts";
import { deviceOf } from "./device.ts";
import { OwnAccount } from "./own-account.ts";
import { type At, Passkeys } from "./passkeys.ts";
import type { Attempt, Passed, SecondFactor } from "./second-factor.ts";
import { refuseForAWhile, Throttle } from "./throttle.ts";
import { type Origin, Tokens } from "./tokens.ts";

/** `last`: the sign-in before this one, and how many failed since; undefined before the first. */
export interface SignedIn {
  token: string;
  last: { at: number; address: string; failed: number } | undefined;
  /** After signing in by a recovery code: how many are left. */
  recoveryLeft: number | undefined;
  /** Name of the passkey that was used. */
  passkey: string | undefined;
}

export interface Login {
  agent?: string | undefined;
  /** Code of the second factor. */
  otp?: string | undefined;
  /** Instead of a code. */
  passkey?: PasskeyAnswer | undefined;
  /** Under which name the device is called (`HandlerRequest.site`). */
  site?: string | undefined;
  /** Without, who has the one password. */
  name?: string | undefined;
}

export interface ListedSession extends Origin {
  id: string;
  /** Whose it is. */
  who: Who;
  /** When it was begun, ms since the epoch; 0 where an older release began it. */
  since: number;
  /** ms since the epoch. */
  used: number;
}

/** As many as there are connections on one port. */
const WAITING = { total: 512, perCaller: 8 };
/** Of all names that an address gives together, so that it does not try one password on everybody. */
const MANY_NAMES = { failures: 20 };

export class SessionService {
  readonly tokens: Tokens;
  readonly throttle: Throttle;
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  readonly passkeys: Passkeys;
  /** What people change of their own account. */
  readonly own: OwnAccount;
  readonly #brakes: SignInBrakes;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #hasher: Hasher;
  readonly #queue = new FairQueue(WAITING);

  constructor(store: Store, clock: Clock, log: Logger, hasher: Hasher = argon2id) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#hasher = hasher;
    this.accounts = new Accounts(store, clock, log);
    this.tokens = new Tokens(store, clock, (person) => this.accounts.caller(person) !== undefined);
    this.throttle = new Throttle(store.throttle, clock);
    this.#brakes = new SignInBrakes({
      named: this.throttle,
      all: new Throttle(store.throttle, clock, MANY_NAMES),
    });
    const { accounts, throttle, tokens } = this;
    this.passkeys = new Passkeys({ table: store.passkeys, clock, log });
    this.own = new OwnAccount({ store, log, hasher, queue: this.#queue, throttle, accounts, tokens });
    this.invitations = new Invitations({
      accounts,
      store,
      hasher,
      queue: this.#queue,
      braked: (address, account) => this.own.brakedCode(address, account),
      begin: (...given) => this.#begin(...given),
    });
    this.people.onChange((id) => {
      if (id === "") store.sessions.deleteOwners();
      else store.sessions.deletePerson(id);
      this.tokens.sweep();
    });
  }

  get people(): People {
    return this.accounts.people;
  }

  /** Of the one password. */
  get factor(): SecondFactor {
    return this.accounts.ownFactor;
  }

  /** A first password has been set. */
  get setup(): boolean {
    return this.#store.credential.read() !== undefined;
  }

  /** A password was set, but is no longer known. */
  get passwordLost(): boolean {
    return this.#store.credential.read()?.hash === LOST;
  }

  authenticate(token: string, counts: boolean): Session | undefined {
    const session = this.tokens.authenticate(token, counts);
    const caller = session && this.accounts.caller(session.person);
    return caller && { id: session.id, ...caller };
  }

  watch(sessionId: string): SessionWatch {
    const { credential } = this.#store;
    const password = credential.read()?.hash;
    let out = false;
    const stop = this.tokens.onEnd(sessionId, (byTime) => {
      out ||= !byTime;
    });
    const ofPerson = this.tokens.personOf(sessionId) !== undefined;
    return {
      get ended() {
        return out || (!ofPerson && credential.read()?.hash !== password);
      },
      stop,
    };
  }

  /** Sets the first password and signs in; ConflictError once there is one. */
  setFirst(password: string, address: string, agent?: string): Promise<string> {
    return this.#queue.run(callerOf(address), async () => {
      this.#refuseIfSet();
      const hash = await this.#hasher.hash(password);
      if (!this.#store.credential.insertFirst(hash, this.#clock.now())) this.#refuseIfSet();
      await copyCredential(this.#store, this.#log);
      this.#brakes.remember(address);
      this.#log.info(texts.firstPasswordSet);
      return this.tokens.issue({ address, ...deviceOf(agent) }).token;
    });
  }

  /** DeniedError: without `retryAfter` for a wrong password, with it while the address is locked for this name. */
  async login(password: string, address: string, given: Login = {}): Promise<SignedIn> {
    const { agent, name, otp, passkey, site } = given;
    const caller = callerOf(address);
    const attempting = { address, brake: this.accounts.brake(name) };
    this.#brakes.refuse(attempting);
    const task = async () => {
      this.#brakes.refuse(attempting);
      if (!this.setup) throw new ConflictError(texts.noPassword);
      const account = this.accounts.named(name);
      if (account?.hash === LOST) throw new DeniedError(texts.passwordLost);
      const right = await this.#hasher.verify(account?.hash ?? DECOY, password);
      if (!account || !right) {
        this.#brakes.failed(attempting);
        this.#log.warn(texts.signInFailed(address));
        throw new DeniedError(texts.wrongPassword);
      }
      const known = this.#brakes.knows(attempting);
      const at = { address, site };
      const failed = () => {
        this.#brakes.failed(attempting);
        this.#log.warn(factorTexts.codeRefused(address));
      };
      const used = passkey && (await this.#passPasskey(account, at, passkey, failed));
      const ask = () => this.passkeys.ask(account, at);
      const { recoveryLeft } = used ?? this.#passFactor(account, { otp, known, passkey: ask }, failed);
      this.#brakes.succeeded(attempting);
      if (recoveryLeft !== undefined) await copyCredential(this.#store, this.#log);
      // Of the one before: this one is noted once it is answered.
      const last = this.#store.audit.lastSignIn(account.id, CODES.secondFactorNeeded);
      return { token: this.#begin(account, address, agent), last, recoveryLeft, passkey: used?.name };
    };
    return this.#queue.run(caller, task, this.#brakes.knowsAddress(address));
  }

  /** The password was right: whether that is enough, or the code is right as well. */
  #passFactor(account: Account, attempt: Attempt, failed: () => void): Passed {
    demandFactor(account);
    return account.factor.pass(attempt, failed);
  }

  /** The password was right, and a passkey is shown instead of a code. @throws DeniedError where it does not let in */
  async #passPasskey(
    account: Account,
    at: At,
    answer: PasskeyAnswer,
    failed: () => void,
  ): Promise<Passed & { name: string }> {
    demandFactor(account);
    const used = await this.passkeys.pass(account, at, answer);
    if (used) return { recoveryLeft: undefined, name: used.name };
    failed();
    throw new DeniedError(texts.wrongPasskey);
  }

  /** A session of a person whom the directory service vouches for. @returns its token  @throws DeniedError */
  vouched(id: string, address: string, agent?: string): string {
    return this.#begin(this.accounts.of({ kind: "person", id, name: "" }), address, agent);
  }

  /** A session. @returns its token */
  #begin(account: Account, address: string, agent: string | undefined): string {
    const { token } = this.tokens.issue({ address, ...deviceOf(agent) }, account.person);
    this.accounts.sawNow(account);
    return token;
  }

  /** A new token for a valid one. */
  refresh(token: string): string {
    const successor = this.tokens.replace(token);
    if (successor === undefined) throw new DeniedError(common.pleaseSignIn);
    return successor;
  }

  logout(sessionId: string): void {
    this.tokens.end(sessionId);
  }

  /** Who is signed in, newest use first. `of`: whose alone, whatever others there are. */
  list(of?: Who): ListedSession[] {
    const origins = this.#store.sessions.origins();
    return this.tokens.list().flatMap(({ person, sessionId, used }) => {
      const who = this.accounts.caller(person)?.who;
      if (!who || (of && !sameWho(who, of))) return [];
      const { address = "", began = 0, browser = "", system = "" } = origins.get(sessionId) ?? {};
      return [{ id: sessionId, who, browser, system, address, since: began, used }];
    });
  }

  /** Ends a session everywhere, at once. NotFoundError where there is none. @returns what it was */
  end(sessionId: string, of?: Who): ListedSession {
    const found = this.list(of).find(({ id }) => id === sessionId);
    if (!found) throw new NotFoundError(texts.noSession);
    this.tokens.end(sessionId);
    return found;
  }

  /** Ends all sessions but this one. @returns those that ended */
  endOthers(sessionId: string, of?: Who): ListedSession[] {
    const others = this.list(of).filter(({ id }) => id !== sessionId);
    if (of) for (const { id } of others) this.tokens.end(id);
    else this.tokens.endOthers(sessionId);
    return others;
  }

  /**
   * Runs `attempt` (which says whether a password was right) under the throttle: ResultError 1203 for a wrong
   * one, 1204 while it is locked. For the passwords of stored files and keyrings.
   */
  async guarded(what: string, address: string, attempt: () => Promise<boolean>): Promise<void> {
    const name = `${what}:${callerOf(address)}`;
    refuseForAWhile(this.throttle, name);
    if (await attempt()) return this.throttle.succeeded(name);
    this.throttle.failed(name);
    throw new ResultError(CODES.wrongFilePassword, common.wrongFilePassword);
  }

  #refuseIfSet(): void {
    if (this.setup) throw new ConflictError(common.passwordExists);
  }
}

/** @throws ResultError where a second factor is needed and there is none */
function demandFactor(account: Account): void {
  if (account.factorMissing) throw new ResultError(CODES.factorMissing, peopleTexts.factorMissing);
}
