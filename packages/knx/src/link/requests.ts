/** Waits for answers: one promise per kind of answer, settled by the frame, the time or the end. */
import type { Clock } from "@hubwart/core";

export class Requests {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, { settle: (body: Buffer | undefined) => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The answer's body, or undefined after `ms` or at the end. One wait per key at a time. */
  wait(key: string, ms: number): Promise<Buffer | undefined> {
    return new Promise((resolve) => {
      const settle = (body: Buffer | undefined) => {
        cancel();
        this.#waiting.delete(key);
        resolve(body);
      };
      const cancel = this.#clock.after(ms, () => settle(undefined));
      this.#waiting.get(key)?.settle(undefined);
      this.#waiting.set(key, { settle });
    });
  }

  /** True if an answer of this kind was awaited. */
  answer(key: string, body: Buffer): boolean {
    const waiting = this.#waiting.get(key);
    waiting?.settle(body);
    return waiting !== undefined;
  }

  end(): void {
    for (const { settle } of this.#waiting.values()) settle(undefined);
  }
}
