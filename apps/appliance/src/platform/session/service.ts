/**
 * The rules of signing in. No HTTP here.
 *
 * Concurrency: everything that computes a password hash runs one at a time, so memory is bounded and a burst of
 * attempts cannot slip past the throttle. Callers take turns; whose password was right before, or who is signed in, goes
 * first, so that no number of others keeps him out.
 */
import { CODES } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  callerOf,
  DeniedError,
  FairQueue,
  type Logger,
  ResultError,
} from "@hubwart/core";
import { hashPassword, LOST, type Store, verifyPassword } from "@hubwart/core/store";
import type { SessionWatch } from "../../http/ports.ts";
import { common } from "../../texts.ts";
import { texts } from "../texts.ts";
import { Throttle } from "./throttle.ts";
import { Tokens } from "./tokens.ts";

export interface Hasher {
  hash(password: string): Promise<string>;
  verify(phc: string, password: string): Promise<boolean>;
}
export const argon2id: Hasher = { hash: hashPassword, verify: verifyPassword };

/** As many as there are connections on one port. */
const WAITING = { total: 512, perCaller: 8 };
/** Callers whose password was right, in this run. */
const MOST_KNOWN = 200;

export class SessionService {
  readonly tokens: Tokens;
  readonly throttle: Throttle;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #hasher: Hasher;
  readonly #queue = new FairQueue(WAITING);
  /** The first one's sign-in is the longest ago. */
  readonly #known = new Set<string>();

  constructor(store: Store, clock: Clock, log: Logger, hasher: Hasher = argon2id) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#hasher = hasher;
    this.tokens = new Tokens(store, clock);
    this.throttle = new Throttle(store.throttle, clock);
  }

  /** A first password has been set. */
  get setup(): boolean {
    return this.#store.credential.read() !== undefined;
  }

  /** A password was set, but is no longer known. */
  get passwordLost(): boolean {
    return this.#store.credential.read()?.hash === LOST;
  }

  authenticate(token: string, counts: boolean): { id: string } | undefined {
    return this.tokens.authenticate(token, counts);
  }

  watch(sessionId: string): SessionWatch {
    const { credential } = this.#store;
    const password = credential.read()?.hash;
    let out = false;
    const stop = this.tokens.onEnd(sessionId, (byTime) => {
      out ||= !byTime;
    });
    return {
      get ended() {
        return out || credential.read()?.hash !== password;
      },
      stop,
    };
  }

  /** Sets the first password and signs in; ConflictError once there is one. */
  setFirst(password: string, address: string): Promise<string> {
    return this.#queue.run(callerOf(address), async () => {
      this.#refuseIfSet();
      const hash = await this.#hasher.hash(password);
      if (!this.#store.credential.insertFirst(hash, this.#clock.now())) this.#refuseIfSet();
      await this.#copyCredential();
      this.#remember(callerOf(address));
      this.#log.info(texts.firstPasswordSet);
      return this.tokens.issue().token;
    });
  }

  /** DeniedError: without `retryAfter` for a wrong password, with it while the address is locked. */
  async login(password: string, address: string): Promise<string> {
    const caller = callerOf(address);
    const name = `login:${caller}`;
    this.#refuseIfLocked(name);
    const task = async () => {
      this.#refuseIfLocked(name);
      const credential = this.#store.credential.read();
      if (!credential) throw new ConflictError(texts.noPassword);
      if (credential.hash === LOST) {
        throw new DeniedError(texts.passwordLost);
      }
      if (!(await this.#hasher.verify(credential.hash, password))) {
        this.throttle.failed(name);
        this.#log.warn(texts.signInFailed(address));
        throw new DeniedError(texts.wrongPassword);
      }
      this.throttle.succeeded(name);
      this.#remember(caller);
      return this.tokens.issue().token;
    };
    return this.#queue.run(caller, task, this.#known.has(caller));
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

  /** Replaces the password and ends all tokens, the caller's too. @returns one of a new session */
  change(address: string, old: string, next: string): Promise<string> {
    const task = async () => {
      await this.#confirm(`change:${callerOf(address)}`, old);
      const hash = await this.#hasher.hash(next);
      const { token } = this.#store.transaction(() => {
        this.#store.credential.replace(hash, this.#clock.now());
        this.#store.sessions.deleteAll();
        return this.tokens.issue();
      });
      await this.#copyCredential();
      this.tokens.sweep();
      this.#log.info(texts.passwordChanged);
      return token;
    };
    return this.#queue.run(callerOf(address), task, true);
  }

  /**
   * Runs `attempt` (which says whether a password was right) under the throttle: ResultError 1203 for a wrong
   * one, 1204 while it is locked. For the passwords of stored files and keyrings.
   */
  async guarded(what: string, address: string, attempt: () => Promise<boolean>): Promise<void> {
    const name = `${what}:${callerOf(address)}`;
    this.#refuseForAWhile(name);
    if (await attempt()) return this.throttle.succeeded(name);
    this.throttle.failed(name);
    throw new ResultError(CODES.wrongFilePassword, common.wrongFilePassword);
  }

  /** The password is stored by then. Without room its copy is made at the next start. */
  async #copyCredential(): Promise<void> {
    if (await this.#store.copyCredential()) return;
    this.#log.warn(texts.passwordCopyDelayed);
  }

  async #confirm(name: string, password: string): Promise<void> {
    this.#refuseForAWhile(name);
    const hash = this.#store.credential.read()?.hash ?? LOST;
    if (await this.#hasher.verify(hash, password)) return this.throttle.succeeded(name);
    this.throttle.failed(name);
    throw new ResultError(CODES.wrongPassword, texts.wrongCurrentPassword);
  }

  #refuseForAWhile(name: string): void {
    const retryAfter = this.throttle.refusedFor(name);
    if (retryAfter === undefined) return;
    throw new ResultError(CODES.throttled, waitText(retryAfter), { retryAfter });
  }

  #refuseIfLocked(name: string): void {
    const retryAfter = this.throttle.refusedFor(name);
    if (retryAfter !== undefined) throw new DeniedError(waitText(retryAfter), retryAfter);
  }

  #refuseIfSet(): void {
    if (this.setup) throw new ConflictError(common.passwordExists);
  }

  #remember(caller: string): void {
    this.#known.delete(caller);
    this.#known.add(caller);
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
  }
}

function waitText(seconds: number): string {
  return texts.locked(seconds);
}
