/**
 * Requests under way, at most one of each source: whoever asks once more gets the answer of that one. One that was stopped ends, and what it
 * brings is not to be taken.
 *
 *     const error = await requests.run(key, (stopped) => ask(stopped));
 *     requests.stop(key);                  // another address, or no such source any more
 */
export class Requests<T> {
  readonly #running = new Map<string, { stop: AbortController; answer: Promise<T> }>();

  run(key: string, ask: (stopped: AbortSignal) => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running) return running.answer;
    const stop = new AbortController();
    const answer = ask(stop.signal).finally(() => {
      if (this.#running.get(key)?.stop === stop) this.#running.delete(key);
    });
    this.#running.set(key, { stop, answer });
    return answer;
  }

  stop(key: string): void {
    this.#running.get(key)?.stop.abort();
    this.#running.delete(key);
  }
}
