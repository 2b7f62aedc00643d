/**
 * Ownership of things that must be ended: timers, sockets, children, servers.
 *
 *     const scope = new Scope();
 *     scope.add(() => server.close());
 *     const child = scope.child();   // ends with its parent
 *     await scope.end();             // last added is ended first; errors are collected
 */
export type Ender = () => void | Promise<void>;

export class Scope {
  #enders: Ender[] = [];
  #ended: Promise<void> | undefined;
  readonly #abort = new AbortController();

  /** Aborted as soon as the end begins. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** Registers how something is ended; ends it at once if the scope has already ended. */
  add(ender: Ender): void {
    if (this.#ended) void Promise.resolve(ender());
    else this.#enders.push(ender);
  }

  child(): Scope {
    const scope = new Scope();
    this.add(() => scope.end());
    return scope;
  }

  end(): Promise<void> {
    this.#ended ??= this.#run();
    return this.#ended;
  }

  async #run(): Promise<void> {
    this.#abort.abort();
    const errors: unknown[] = [];
    for (const ender of this.#enders.reverse()) {
      try {
        await ender();
      } catch (error) {
        errors.push(error);
      }
    }
    this.#enders = [];
    if (errors.length > 0) throw new AggregateError(errors, "errors while ending");
  }
}
