/** Who waits until nothing is left to do. What has work calls `check` whenever some of it is done. */
export class Idle {
  readonly #isIdle: () => boolean;
  #waiting: (() => void)[] = [];

  constructor(isIdle: () => boolean) {
    this.#isIdle = isIdle;
  }

  get now(): boolean {
    return this.#isIdle();
  }

  reached(): Promise<void> {
    if (this.now) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  check(): void {
    if (this.now) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
