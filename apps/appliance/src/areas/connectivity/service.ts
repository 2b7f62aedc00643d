/**
 * Whether the manufacturer's services are reached and accept this device.
 *
 * Invariants: at most one check runs; whoever asks meanwhile gets its result. `last()` never waits.
 */
import type { Clock, Scope } from "@hubwart/core";

export interface ConnectivityState {
  /** 200 accepted, 401 reached, 0 no access. */
  license: number;
  update: number;
  /** Unix seconds of the check; 0 before the first. */
  ts: number;
}

export interface ConnectivityDeps {
  clock: Clock;
  scope: Scope;
  /** HTTP status of a service's answer to this device; rejects without one. Undefined: none is configured. */
  license: (() => Promise<number>) | undefined;
  update: (() => Promise<number>) | undefined;
}

const FIRST = 1_000;
const INTERVAL = 300_000;
/** What is away is looked for sooner: who mends it waits to see it. */
const AGAIN = 30_000;

export class ConnectivityService {
  readonly #deps: ConnectivityDeps;
  #last: ConnectivityState = { license: 0, update: 0, ts: 0 };
  #running: Promise<ConnectivityState> | undefined;
  #cancel: () => void = () => undefined;

  constructor(deps: ConnectivityDeps) {
    this.#deps = deps;
    deps.scope.add(() => this.#cancel());
    this.#plan(FIRST);
  }

  last(): ConnectivityState {
    return this.#last;
  }

  /** Asks now. Never rejects: no access is an answer. */
  check(): Promise<ConnectivityState> {
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined;
      this.#plan(this.#away() ? AGAIN : INTERVAL);
    });
    return this.#running;
  }

  #plan(ms: number): void {
    const { clock, scope } = this.#deps;
    this.#cancel();
    if (!scope.ended) this.#cancel = clock.after(ms, () => void this.check());
  }

  #away(): boolean {
    const { license, update } = this.#deps;
    return (
      (license !== undefined && this.#last.license === 0) || (update !== undefined && this.#last.update === 0)
    );
  }

  async #check(): Promise<ConnectivityState> {
    const [license, update] = await Promise.all([ask(this.#deps.license), ask(this.#deps.update)]);
    this.#last = { license, update, ts: Math.floor(this.#deps.clock.now() / 1000) };
    return this.#last;
  }
}

async function ask(service: (() => Promise<number>) | undefined): Promise<number> {
  if (service === undefined) return 0;
  try {
    const status = await service();
    return status === 200 || status === 401 ? status : 0;
  } catch {
    return 0;
  }
}
