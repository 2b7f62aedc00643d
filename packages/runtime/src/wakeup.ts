/**
 * Where one loop sleeps until it is due or somebody wakes it. One sleeper at a time; a call of `wake`
 * while nobody sleeps ends the next sleep at once, so no call is lost.
 */
import type { Clock } from "@hubwart/core";

export class Wakeup {
  readonly #clock: Clock;
  #resolve: (() => void) | undefined;
  #pending = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sleeps for `ms`, or until woken if absent. */
  async sleep(ms?: number): Promise<void> {
    if (this.#pending || ms === 0) {
      this.#pending = false;
      return;
    }
    let cancel: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      this.#resolve = resolve;
      if (ms !== undefined) cancel = this.#clock.after(ms, resolve);
    });
    cancel();
    this.#resolve = undefined;
    this.#pending = false;
  }

  wake(): void {
    this.#pending = true;
    this.#resolve?.();
  }
}
