/**
 * Signing in at the central. No HTTP here.
 *
 * Concurrency: everything that computes a password hash runs one at a time, so memory is bounded and a burst of attempts cannot slip past
 * the brakes. Callers take turns; who signed in from an address before goes first.
 */
import { LIMITS } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  callerOf,
  DeniedError,
  FairQueue,
  InvalidInputError,
  type Logger,
  NotFoundError,
} from "@hubwart/core";
import { argon2id, brakeOfName, DECOY, type Hasher, SignInBrakes, Throttle } from "@hubwart/core/sign-in";
import { FLEET_LIMITS } from "@hubwart/fleet";
import { type Account, type People, tokenStamp } from "../register/people.ts";
import type { Session, Sessions } from "../register/sessions.ts";
import { texts } from "../texts.ts";
import { FailureTable } from "./failure-table.ts";

export interface SignInParts {
  people: Pick<
    People,
    "accept" | "accounts" | "authenticate" | "get" | "invited" | "named" | "saw" | "setPassword"
  >;
  sessions: Pick<Sessions, "begin">;
  clock: Clock;
  log: Logger;
  /** Instead of argon2id; for tests. */
  hasher?: Hasher;
}

export interface SignedIn {
  /** Of the session. */
  secret: string;
  account: Account;
}

/** As many as at a hub. */
const WAITING = { total: 512, perCaller: 8 };
const PASSWORDS = {
  window: LIMITS.loginWindow,
  longest: LIMITS.loginLockMax,
  failures: LIMITS.loginFailures,
};
/** Of all names that an address gives together. */
const MANY_NAMES = { ...PASSWORDS, failures: 20 };
/** Of one name from all addresses: so rare that who comes from a new one gets a turn. */
const EVERYWHERE = { ...PASSWORDS, longest: 60_000, failures: 30 };

export class SignIn {
  readonly #parts: SignInParts;
  readonly #hasher: Hasher;
  readonly #named: Throttle;
  readonly #brakes: SignInBrakes;
  readonly #queue = new FairQueue(WAITING);

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#hasher = parts.hasher ?? argon2id;
    const { clock, people } = parts;
    const table = new FailureTable();
    this.#named = new Throttle(table, clock, PASSWORDS);
    this.#brakes = new SignInBrakes({
      named: this.#named,
      all: new Throttle(table, clock, MANY_NAMES),
      everywhere: new Throttle(table, clock, EVERYWHERE),
    });
    for (const { address, name } of people.accounts())
      if (address !== "") this.#brakes.recall({ address, brake: brakeOfName(name) });
  }

  /**
   * The same answer, after the same work, for a wrong password and a name that there is not.
   * @throws DeniedError, with `retryAfter` while it is locked; UnavailableError
   */
  async byPassword(name: string, pwd: string, address: string): Promise<SignedIn> {
    const { log, people, sessions } = this.#parts;
    const attempting = { address, brake: brakeOfName(name) };
    this.#brakes.refuse(attempting);
    const task = async () => {
      this.#brakes.refuse(attempting);
      const account = people.named(name);
      const right = await this.#hasher.verify(account?.password ?? DECOY, pwd);
      if (account?.password === undefined || !right) {
        this.#brakes.failed(attempting);
        log.warn(texts.signInFailed(address));
        throw new DeniedError(texts.wrongPassword);
      }
      this.#brakes.succeeded(attempting);
      const secret = await sessions.begin(account, account.stamp);
      people.saw(account.id, address);
      return { secret, account };
    };
    return await this.#queue.run(callerOf(address), task, this.#brakes.knowsAddress(address));
  }

  /** @throws DeniedError, UnavailableError */
  async byToken(token: string): Promise<SignedIn> {
    const { people, sessions } = this.#parts;
    const account = people.authenticate(token.trim());
    if (!account) throw new DeniedError(texts.pleaseSignIn);
    const secret = await sessions.begin(account, tokenStamp(account));
    people.saw(account.id);
    return { secret, account };
  }

  /** What a link invites to. @throws NotFoundError */
  invited(link: string): Account {
    const account = this.#parts.people.invited(link);
    if (!account) throw new NotFoundError(texts.noInvitation);
    return account;
  }

  /** Sets the password and signs in. @throws NotFoundError, UnavailableError */
  accept(link: string, pwd: string, address: string): Promise<SignedIn> {
    const { people } = this.#parts;
    return this.#queue.run(callerOf(address), async () => {
      this.invited(link);
      return await this.#anew(await people.accept(link, await this.#hasher.hash(pwd)), address);
    });
  }

  /**
   * Another password of one's own; all sessions of before end. Without a password yet, soon after signing in with a token.
   * @throws InvalidInputError for a wrong present one; DeniedError with `retryAfter` while it is locked; ConflictError, UnavailableError
   */
  change(
    { account: { id }, age }: Session,
    { next, old }: { old: string | undefined; next: string },
    address: string,
  ): Promise<SignedIn> {
    const { people } = this.#parts;
    const task = async () => {
      const account = people.get(id);
      if (!account) throw new DeniedError(texts.pleaseSignIn);
      if (account.password !== undefined) await this.#confirm(account, old, address);
      else if (age >= FLEET_LIMITS.firstPassword) throw new ConflictError(texts.tokenOnceMore);
      await people.setPassword(id, await this.#hasher.hash(next), account.stamp);
      return await this.#anew(people.get(id) ?? account, address);
    };
    return this.#queue.run(callerOf(address), task, true);
  }

  async #anew(account: Account, address: string): Promise<SignedIn> {
    const secret = await this.#parts.sessions.begin(account, account.stamp);
    this.#brakes.recall({ address, brake: brakeOfName(account.name) });
    this.#parts.people.saw(account.id, address);
    return { secret, account };
  }

  async #confirm({ id, password }: Account, old: string | undefined, address: string): Promise<void> {
    const name = `change:${callerOf(address)}/${id}`;
    const retryAfter = this.#named.refusedFor(name);
    if (retryAfter !== undefined) throw new DeniedError(texts.tooMany, retryAfter);
    if (await this.#hasher.verify(password ?? DECOY, old ?? "")) return this.#named.succeeded(name);
    this.#named.failed(name);
    throw new InvalidInputError([{ field: "old", message: texts.wrongCurrentPassword }]);
  }
}
