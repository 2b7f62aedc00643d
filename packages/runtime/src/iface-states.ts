/** Connection records of a pod's interfaces: counted, timestamped, and reported at most ten times a second. */
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@hubwart/core";
import type { IfaceState } from "@hubwart/ipc";
import type { PodContext } from "./pod.ts";

type Change = Parameters<PodContext["connection"]>[1];

const EVERY = 100;

export class IfaceStates {
  readonly #clock: Clock;
  readonly #report: (state: IfaceState) => void;
  readonly #states = new Map<string, IfaceState>();
  readonly #changed = new Set<IfaceState>();
  /** Why nothing works though the connection stands. */
  readonly #troubles = new Map<string, string>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, report: (state: IfaceState) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  change(iface: string, change: Change): void {
    const before = this.#states.get(iface) ?? { iface, state: false, active: 0, count: 0, last: 0 };
    const flipped = before.state !== change.state || before.last === 0;
    const { error: _gone, ...kept } = before;
    const error = change.error ?? (change.state ? undefined : before.error);
    const next: IfaceState = {
      ...kept,
      state: change.state,
      active: change.active ?? (change.state ? Math.max(1, before.active) : 0),
      count: before.count + (flipped && change.state ? 1 : 0),
      last: flipped ? this.#clock.now() : before.last,
      ...(change.port === undefined ? {} : { port: change.port }),
      ...(error === undefined ? {} : { error }),
      ...(change.overload === undefined ? {} : { overload: change.overload }),
    };
    if (isDeepStrictEqual(before, next)) return;
    this.#states.set(iface, next);
    this.#changed.delete(before);
    this.#changed.add(next);
    // A new state is news; the number of connections is a figure and can wait.
    if (flipped) this.flush();
    else this.#cancel ??= this.#clock.after(EVERY, () => this.flush());
  }

  /** `text`: German; undefined ends it. */
  trouble(iface: string, text: string | undefined): void {
    if (text === undefined) this.#troubles.delete(iface);
    else this.#troubles.set(iface, text);
    const state = this.#states.get(iface);
    if (!state) return;
    this.#changed.add(state);
    this.#cancel ??= this.#clock.after(EVERY, () => this.flush());
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const state of this.#changed) {
      const trouble = this.#troubles.get(state.iface);
      const says = state.error !== undefined || !state.state || trouble === undefined;
      this.#report(says ? state : { ...state, error: trouble });
    }
    this.#changed.clear();
  }
}
