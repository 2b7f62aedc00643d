/** Two ends joined in memory, for tests. Messages pass through JSON and arrive in a later turn, as on a real carrier. */
import type { Carrier } from "../pod-messages.ts";

export function memoryCarriers<A, B>(): [Carrier<A, B>, Carrier<B, A>] {
  const left = new MemoryEnd<A, B>();
  const right = new MemoryEnd<B, A>();
  left.other = right;
  right.other = left;
  return [left, right];
}

class MemoryEnd<S, R> implements Carrier<S, R> {
  other: MemoryEnd<R, S> | undefined;
  #closed = false;
  #onMessage: (message: R) => void = () => {};
  #onClose: () => void = () => {};

  send(message: S): void {
    const text = JSON.stringify(message);
    setImmediate(() => this.other?.receive(text));
  }
  receive(text: string): void {
    if (!this.#closed) this.#onMessage(JSON.parse(text) as R);
  }
  onMessage(handler: (message: R) => void): void {
    this.#onMessage = handler;
  }
  onClose(handler: () => void): void {
    this.#onClose = handler;
  }
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // What was sent before still arrives.
    setImmediate(() => {
      this.#onClose();
      this.other?.close();
    });
  }
}
