/** Refused external pods in the log: at most ten lines a minute, whoever knocks. */
import type { Clock, Logger, Scope } from "@hubwart/core";
import { texts } from "../texts.ts";

const PER_MINUTE = 10;
const LONGEST_ID = 100;

export class RefusalLog {
  readonly #log: Logger;
  #written = 0;

  constructor(clock: Clock, log: Logger, scope: Scope) {
    this.#log = log;
    scope.add(
      clock.every(60_000, () => {
        this.#written = 0;
      }),
    );
  }

  /** `reason` German. */
  add(id: string, reason: string): void {
    this.#written += 1;
    if (this.#written > PER_MINUTE) return;
    this.#log.warn(texts.refused(id.slice(0, LONGEST_ID), reason));
  }
}
