/**
 * What became other since the last time it was written. What the disk does not take waits here and is written with what comes.
 *
 *     const changes = new ChangeSet({ journal, clock, log, scope, stored: () => … });
 *     changes.event({ … });
 *     changes.now.alarms.set(id, record);
 *     changes.flush();
 */

import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import { isDamage } from "@hubwart/core/own-database";
import { type Change, emptyChange, type Journal } from "./journal.ts";
import { texts } from "./texts.ts";

const TRY_EVERY = 5_000;
/** Lines that wait for a disk that takes nothing; beyond it the oldest are given up, and counted. */
const MOST_LINES = 20_000;
/** So many at once. */
const SURPLUS = 1_000;
/** With more than these it is tried by the clock alone: each try costs as much as all of them. */
const MANY_LINES = 200;

export interface ChangeSetOptions {
  journal: Pick<Journal, "commit" | "renew">;
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** What was noted so far is on the disk. */
  stored: () => void;
  /** Adds all that stands: for a journal that begins anew. */
  whole: (change: Change) => void;
}

export class ChangeSet {
  readonly #options: ChangeSetOptions;
  #change = emptyChange();
  #dirty = false;
  #trouble: string | undefined;
  #givenUp = 0;
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
    const { events } = this.#change;
    if (events.length > MOST_LINES + SURPLUS)
      this.#givenUp += events.splice(0, events.length - MOST_LINES).length;
    return this.#trouble !== undefined && events.length > MANY_LINES ? false : this.#write();
  }

  #write(): boolean {
    const { clock, log, stored } = this.#options;
    try {
      this.#commit();
    } catch (error) {
      const trouble = texts.notStored(errorText(error));
      if (trouble !== this.#trouble) log.error(trouble);
      this.#trouble = trouble;
      this.#cancelRetry?.();
      this.#cancelRetry = clock.after(TRY_EVERY, () => this.#write());
      return false;
    }
    this.#change = emptyChange();
    this.#dirty = false;
    this.#cancelRetry?.();
    if (this.#trouble !== undefined) log.info(texts.storedAgain);
    this.#trouble = undefined;
    if (this.#givenUp > 0) log.warn(texts.linesMissing(this.#givenUp));
    this.#givenUp = 0;
    stored();
    return true;
  }

  /** A file that was damaged meanwhile makes room for one that has what is in memory. */
  #commit(): void {
    const { clock, journal, log, whole } = this.#options;
    try {
      journal.commit(this.#change);
    } catch (error) {
      if (!isDamage(error)) throw error;
      log.error(texts.damagedMeanwhile(journal.renew(clock.now())));
      whole(this.#change);
      journal.commit(this.#change);
    }
  }
}
