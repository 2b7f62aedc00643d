/**
 * What became other since the last time it was written. What the disk does not take waits here and is written with what comes.
 *
 *     const changes = new ChangeSet({ journal, clock, log, scope, stored: () => … });
 *     changes.event({ … });
 *     changes.now.alarms.set(id, record);
 *     changes.flush();
 */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import { type Change, emptyChange, type Journal } from "./journal.ts";
import { texts } from "./texts.ts";

const TRY_EVERY = 5_000;

export interface ChangeSetOptions {
  journal: Pick<Journal, "commit">;
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** What was noted so far is on the disk. */
  stored: () => void;
}

export class ChangeSet {
  readonly #options: ChangeSetOptions;
  #change = emptyChange();
  #dirty = false;
  #trouble: string | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(options: ChangeSetOptions) {
    this.#options = options;
    options.scope.add(() => this.#cancelRetry?.());
  }

  /** To be noted in; it is written by the next `flush`. */
  get now(): Change {
    this.#dirty = true;
    return this.#change;
  }

  /** Why the disk takes nothing, German. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** @returns whether everything is on the disk */
  flush(): boolean {
    if (!this.#dirty) return true;
    const { clock, journal, log, stored } = this.#options;
    try {
      journal.commit(this.#change);
    } catch (error) {
      const trouble = texts.notStored(errorText(error));
      if (trouble !== this.#trouble) log.error(trouble);
      this.#trouble = trouble;
      this.#cancelRetry?.();
      this.#cancelRetry = clock.after(TRY_EVERY, () => this.flush());
      return false;
    }
    this.#change = emptyChange();
    this.#dirty = false;
    if (this.#trouble !== undefined) log.info(texts.storedAgain);
    this.#trouble = undefined;
    stored();
    return true;
  }
}
