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

export class ConnectivityService {
  readonly #deps: ConnectivityDeps;
  #last: ConnectivityState = { license: 0, update: 0, ts: 0 };
  #running: Promise<ConnectivityState> | undefined;

  constructor(deps: ConnectivityDeps) {
    this.#deps = deps;
    deps.scope.add(deps.clock.after(FIRST, () => void this.check()));
    deps.scope.add(deps.clock.every(INTERVAL, () => void this.check()));
  }

  last(): ConnectivityState {
    return this.#last;
  }

  /** Asks now. Never rejects: no access is an answer. */
  check(): Promise<ConnectivityState> {
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
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
