/**
 * Passwords of files: one try at a time, so that a burst cannot slip past the throttle, and none while it is locked.
 *
 *     const tries = new PasswordTries(app.sessions.throttle, "knx-keyring");
 *     await tries.run(() => open(file, password));    // a ResultError `wrongFilePassword` counts as a failure
 */
import { CODES } from "@hubwart/contract";
import { ResultError, SerialQueue } from "@hubwart/core";
import { texts } from "../texts.ts";

/** Brakes guessing of passwords; `Throttle` is one. */
export interface Guesses {
  /** Seconds until an attempt is accepted; undefined when it is accepted now. */
  refusedFor(name: string): number | undefined;
  failed(name: string): void;
  succeeded(name: string): void;
}

export class PasswordTries {
  readonly #guesses: Guesses;
  readonly #name: string;
  readonly #queue = new SerialQueue();

  constructor(guesses: Guesses, name: string) {
    this.#guesses = guesses;
    this.#name = name;
  }

  /** @throws ResultError `throttled`; what `attempt` throws. Any other failure of it is no guess. */
  run<T>(attempt: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const seconds = this.#guesses.refusedFor(this.#name);
      if (seconds !== undefined) {
        const text = texts.lockedFile(seconds);
        throw new ResultError(CODES.throttled, text, { retryAfter: seconds });
      }
      try {
        const value = await attempt();
        this.#guesses.succeeded(this.#name);
        return value;
      } catch (error) {
        if (error instanceof ResultError && error.code === CODES.wrongFilePassword) {
          this.#guesses.failed(this.#name);
        }
        throw error;
      }
    });
  }
}
