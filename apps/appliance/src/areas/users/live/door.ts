/**
 * Who comes in. A token is looked at whatever happened before, since nobody guesses 256 bits; passwords are braked per caller,
 * by the same table as sign-ins to the console but under names of their own.
 */
import { callerOf, DeniedError, type Logger } from "@hubwart/core";
import type { Credentials, LiveUser, UserBook } from "@hubwart/live";
import type { Throttle } from "../../../platform/session/throttle.ts";
import { texts } from "../texts.ts";

export class Door {
  readonly #book: UserBook;
  readonly #throttle: Pick<Throttle, "failed" | "succeeded" | "refusedFor">;
  readonly #log: Logger;

  constructor(book: UserBook, throttle: Pick<Throttle, "failed" | "succeeded" | "refusedFor">, log: Logger) {
    this.#book = book;
    this.#throttle = throttle;
    this.#log = log;
  }

  /** @throws DeniedError (with `retryAfter` while passwords of this caller are refused), UnavailableError */
  async admit(credentials: Credentials, address: string): Promise<LiveUser> {
    const caller = callerOf(address);
    const name = `ws:${caller}`;
    if ("token" in credentials) {
      const found = this.#book.byToken(credentials.token);
      if (found) return found;
      this.#refuseIfLocked(name);
      throw this.#failed(name, address);
    }
    this.#refuseIfLocked(name);
    const found = await this.#book.byPassword(credentials.user, credentials.password, caller);
    this.#refuseIfLocked(name);
    if (!found) throw this.#failed(name, address);
    this.#throttle.succeeded(name);
    return found;
  }

  /** Whom it let in may come in as before. */
  stands(user: LiveUser): boolean {
    return this.#book.stands(user);
  }

  #failed(name: string, address: string): DeniedError {
    this.#throttle.failed(name);
    this.#log.warn(texts.failedSignIn(address));
    return new DeniedError(texts.wrongProof);
  }

  #refuseIfLocked(name: string): void {
    const seconds = this.#throttle.refusedFor(name);
    if (seconds === undefined) return;
    const text = texts.locked(seconds);
    throw new DeniedError(text, seconds);
  }
}
