/**
 * Signing in at the central. No HTTP here.
 *
 * Concurrency: everything that computes a password hash runs one at a time, so memory is bounded and a burst of attempts cannot slip past
 * the brakes. Callers take turns; who signed in from an address before goes first.
 */
import { CODES, LIMITS } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  callerOf,
  DeniedError,
  FairQueue,
  InvalidInputError,
  type Logger,
  NotFoundError,
  ResultError,
} from "@hubwart/core";
import {
  argon2id,
  brakeOfName,
  DECOY,
  factorTexts,
  type Hasher,
  SignInBrakes,
  Throttle,
  type ThrottleTable,
} from "@hubwart/core/sign-in";
import { FLEET_LIMITS } from "@hubwart/fleet";
import type { Sealer } from "../authority/sealer.ts";
import { type Account, tokenStamp } from "../register/account.ts";
import type { People } from "../register/people.ts";
import type { Session, Sessions } from "../register/sessions.ts";
import { texts } from "../texts.ts";
import { SecondFactor } from "./second-factor.ts";

export interface SignInParts {
  people: People;
  sessions: Pick<Sessions, "begin">;
  /** Failed attempts. */
  table: ThrottleTable;
  /** Of secrets of second factors. */
  sealer: Sealer;
  clock: Clock;
  log: Logger;
  /** Instead of argon2id; for tests. */
  hasher?: Hasher;
}

export interface SignedIn {
  /** Of the session. */
  secret: string;
  account: Account;
  /** Where it was by a recovery code: how many are left. */
  recoveryLeft?: number | undefined;
}

/** What a change of the second factor is confirmed with. */
export interface Confirmed {
  pwd: string;
  otp: string;
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
  readonly factor: SecondFactor;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#hasher = parts.hasher ?? argon2id;
    const { clock, people, table } = parts;
    this.factor = new SecondFactor(parts);
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
   * @throws DeniedError, with `retryAfter` while it is locked; ResultError where the password is right and not enough; UnavailableError
   */
  async byPassword(name: string, pwd: string, address: string, otp?: string): Promise<SignedIn> {
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
      const known = this.#brakes.knows(attempting);
      const recoveryLeft = await this.factor.pass(account, { otp, known }, () => {
        this.#brakes.failed(attempting);
        log.warn(factorTexts.codeRefused(address));
      });
      this.#brakes.succeeded(attempting);
      const secret = await sessions.begin(account, account.stamp);
      people.saw(account.id, address);
      return { secret, account, recoveryLeft };
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

  /** What a link invites to. `secret`: for an app, where the level needs a second factor and there is none. @throws NotFoundError */
  invited(link: string): { account: Account; secret: string | undefined } {
    const { people } = this.#parts;
    const account = this.#invited(link);
    const secret = people.lacksFactor(account)
      ? this.factor.begin(account, purposeOf(account), true)
      : undefined;
    return { account, secret };
  }

  /**
   * Sets the password and signs in. A second factor that the person has stays, and is asked for.
   * @throws NotFoundError; ResultError for a code that is missing or wrong; ConflictError where nobody looked before; DeniedError with
   *   `retryAfter` while it is locked; UnavailableError
   */
  accept(
    link: string,
    { otp, pwd }: { otp: string | undefined; pwd: string },
    address: string,
  ): Promise<SignedIn & { recovery: string[] | undefined }> {
    const { people } = this.#parts;
    return this.#queue.run(callerOf(address), async () => {
      const account = this.#invited(link);
      const failed = this.#brakedCode(address, account);
      const begun = people.lacksFactor(account)
        ? this.factor.confirmed(account, purposeOf(account), otp ?? "", failed)
        : undefined;
      if (account.factor) await this.factor.pass(account, { otp, known: false }, failed);
      const accepted = await people.accept(link, await this.#hasher.hash(pwd), begun?.stored);
      this.factor.settled(account.id);
      return { ...(await this.#anew(accepted, address)), recovery: begun?.recovery };
    });
  }

  /**
   * Another password of one's own; all sessions of before end. Without a password yet, soon after signing in with a token.
   * @throws InvalidInputError for a wrong present one; DeniedError with `retryAfter` while it is locked; ConflictError, UnavailableError
   */
  change(
    session: Session,
    { next, old }: { old: string | undefined; next: string },
    address: string,
  ): Promise<SignedIn> {
    const { people } = this.#parts;
    return this.#own(session, address, async (account) => {
      if (account.password !== undefined) await this.#confirm(account, old, address, WRONG_OLD);
      else if (session.age >= FLEET_LIMITS.firstPassword) throw new ConflictError(texts.tokenOnceMore);
      await people.setPassword(account.id, await this.#hasher.hash(next), account.stamp);
      return await this.#anew(people.get(account.id) ?? account, address);
    });
  }

  /** A secret for an app of who is signed in; asks for the password once more. @throws ResultError, ConflictError, DeniedError */
  beginFactor(session: Session, pwd: string, address: string): Promise<string> {
    return this.#own(session, address, async (account) => {
      if (account.password === undefined) throw new ConflictError(texts.factorNeedsPassword);
      await this.#confirm(account, pwd, address, WRONG);
      return this.factor.begin(account, session.hash);
    });
  }

  /** Switches it on; all sessions of before end. @returns recovery codes in clear, told this once */
  confirmFactor(session: Session, otp: string, address: string): Promise<SignedIn & { recovery: string[] }> {
    const { people } = this.#parts;
    return this.#own(session, address, async (account) => {
      const failed = this.#brakedCode(address, account);
      const { recovery, stored } = this.factor.confirmed(account, session.hash, otp, failed);
      await people.setFactor(account.id, stored, account.stamp);
      this.factor.settled(account.id);
      return { ...(await this.#anew(people.get(account.id) ?? account, address)), recovery };
    });
  }

  /** Switches it off; all sessions of before end. @throws as `confirmFactor`; ConflictError where the level needs one */
  factorOff(session: Session, given: Confirmed, address: string): Promise<SignedIn> {
    const { people } = this.#parts;
    return this.#own(session, address, async (account) => {
      await this.#confirmBoth(account, given, address);
      await people.setFactor(account.id, undefined, account.stamp);
      return await this.#anew(people.get(account.id) ?? account, address);
    });
  }

  /** @returns other recovery codes, in clear */
  renewRecovery(session: Session, given: Confirmed, address: string): Promise<string[]> {
    const { people } = this.#parts;
    return this.#own(session, address, async (account) => {
      await this.#confirmBoth(account, given, address);
      return await this.factor.renewRecovery(people.get(account.id) ?? account);
    });
  }

  /** One at a time, with the account as it is then. */
  #own<T>({ account: { id } }: Session, address: string, act: (account: Account) => Promise<T>): Promise<T> {
    const task = async () => {
      const account = this.#parts.people.get(id);
      if (!account) throw new DeniedError(texts.pleaseSignIn);
      return await act(account);
    };
    return this.#queue.run(callerOf(address), task, true);
  }

  #invited(link: string): Account {
    const account = this.#parts.people.invited(link);
    if (!account) throw new NotFoundError(texts.noInvitation);
    return account;
  }

  async #anew(account: Account, address: string): Promise<SignedIn> {
    const secret = await this.#parts.sessions.begin(account, account.stamp);
    this.#brakes.recall({ address, brake: brakeOfName(account.name) });
    this.#parts.people.saw(account.id, address);
    return { secret, account };
  }

  async #confirmBoth(account: Account, { otp, pwd }: Confirmed, address: string): Promise<void> {
    const failed = this.#brakedCode(address, account);
    await this.#confirm(account, pwd, address, WRONG);
    await this.factor.confirm(account, otp, failed);
    this.#named.succeeded(codeBrake(address, account));
  }

  /** Apart from the password's brake, which a right password lifts. @returns to be called for a wrong code. @throws DeniedError */
  #brakedCode(address: string, account: Account): () => void {
    const name = codeBrake(address, account);
    this.#refuse(name);
    return () => this.#named.failed(name);
  }

  async #confirm(
    { id, password }: Account,
    given: string | undefined,
    address: string,
    wrong: () => Error,
  ): Promise<void> {
    const name = `change:${callerOf(address)}/${id}`;
    this.#refuse(name);
    if (await this.#hasher.verify(password ?? DECOY, given ?? "")) return this.#named.succeeded(name);
    this.#named.failed(name);
    throw wrong();
  }

  #refuse(name: string): void {
    const retryAfter = this.#named.refusedFor(name);
    if (retryAfter !== undefined) throw new DeniedError(texts.tooMany, retryAfter);
  }
}

const WRONG_OLD = () => new InvalidInputError([{ field: "old", message: texts.wrongCurrentPassword }]);
const WRONG = () => new ResultError(CODES.wrongPassword, texts.wrongCurrentPassword);
const codeBrake = (address: string, { id }: Account): string => `code:${callerOf(address)}/${id}`;
/** What a secret is told to that a link shows. */
const purposeOf = ({ link }: Account): string => `link ${link}`;
