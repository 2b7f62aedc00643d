/**
 * Keeps an eye on the licence: at start, when told that the file changed, at the moment it expires, and
 * once a minute (every 5 s while there is none, so that a licence that arrives is seen soon).
 */
import { type Clock, errorText, type Logger, type Scope, SerialQueue } from "@hubwart/core";
import type { LicenseVerdict } from "@hubwart/license";
import { texts } from "./texts.ts";

export interface LicenseWatchOptions {
  /** Wall-clock time in ms → verdict. */
  verify: (now: number) => Promise<LicenseVerdict>;
  /** Called whenever the verdict differs from the last one. */
  onVerdict: (verdict: LicenseVerdict) => void;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const EVERY = 60_000;
const EVERY_WITHOUT = 5_000;
const SOONEST = 100;

export class LicenseWatch {
  readonly #options: LicenseWatchOptions;
  readonly #queue = new SerialQueue();
  #cancel: () => void = () => {};
  #verdict: LicenseVerdict | undefined;

  constructor(options: LicenseWatchOptions) {
    this.#options = options;
    options.scope.add(() => this.#cancel());
  }

  /** Looks now. Resolves after `onVerdict` was called, if there was news. */
  check(): Promise<void> {
    return this.#queue.run(() => this.#check());
  }

  async #check(): Promise<void> {
    const { clock, log, onVerdict, scope, verify } = this.#options;
    this.#cancel();
    try {
      const before = this.#verdict;
      const verdict = await verify(clock.now());
      this.#verdict = verdict;
      if (!before || before.valid !== verdict.valid || before.code !== verdict.code) onVerdict(verdict);
    } catch (error) {
      // Unreadable just now: the last verdict stands until the next look.
      log.error(texts.licenseUnchecked(errorText(error)));
    }
    if (!scope.ended) this.#cancel = clock.after(this.#pause(), () => void this.check());
  }

  #pause(): number {
    const verdict = this.#verdict;
    if (!verdict?.valid) return EVERY_WITHOUT;
    const left = verdict.expiry === null ? EVERY : Date.parse(verdict.expiry) - this.#options.clock.now();
    return Math.max(SOONEST, Math.min(EVERY, left));
  }
}
