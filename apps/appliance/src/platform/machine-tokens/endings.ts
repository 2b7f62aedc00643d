/** Who wants to know that what a token opened is over. Each is told once. */
export class Endings {
  readonly #handlers = new Map<string, Set<() => void>>();

  /** The returned function forgets it. */
  add(session: string, handler: () => void): () => void {
    const handlers = this.#handlers.get(session) ?? new Set();
    this.#handlers.set(session, handlers);
    handlers.add(handler);
    return () => {
      handlers.delete(handler);
      if (handlers.size === 0 && this.#handlers.get(session) === handlers) this.#handlers.delete(session);
    };
  }

  /** Sessions that somebody waits for. */
  sessions(): string[] {
    return [...this.#handlers.keys()];
  }

  end(session: string): void {
    const handlers = this.#handlers.get(session);
    this.#handlers.delete(session);
    for (const handler of handlers ?? []) handler();
  }
}
