/**
 * Values to interfaces that take them at different speeds: one that is slow holds up no other.
 *
 *     const outlets = new Outlets<Line>(context);
 *     outlets.give(line, write, () => line.write(point, write));   // now, or once the line has taken what it was given before
 *     await outlets.settled();                                     // each has taken its values, or is known to be slow
 *
 * Invariants: values of a channel are given in their order. For an interface that is slow the newest value of each channel waits
 * here, so its queue does not grow; what is replaced is told as coalesced.
 */
import type { Clock } from "@hubwart/core";
import type { PodContext, PodWrite } from "./pod.ts";

interface Outlet {
  /** Resolves when everything it was given is sent, refused, or waits for the other side to come back. Never rejects. */
  flush(): Promise<void>;
}
interface Surroundings extends Pick<PodContext, "clock" | "coalesced"> {
  load: { ifaces: readonly unknown[] };
}
interface State {
  /** What it was given is not taken yet. */
  taking: Promise<void> | undefined;
  /** By the channel's index; the order is that of the newest values. */
  readonly waiting: Map<number, () => void>;
}

/** Where there are several, so long everybody waits for the slowest one, ms. */
const PATIENCE_MS = 250;

export class Outlets<T extends Outlet> {
  readonly #clock: Clock;
  readonly #report: Pick<PodContext, "coalesced">;
  readonly #alone: boolean;
  readonly #states = new Map<T, State>();
  /** Given something since `settled` was called last. */
  readonly #given = new Set<T>();

  constructor({ clock, load, coalesced }: Surroundings) {
    this.#clock = clock;
    this.#report = coalesced ? { coalesced } : {};
    this.#alone = load.ifaces.length === 1;
  }

  give(outlet: T, { index }: PodWrite, now: () => void): void {
    const { taking, waiting } = this.#state(outlet);
    if (!taking) {
      this.#given.add(outlet);
      now();
      return;
    }
    if (waiting.delete(index)) this.#report.coalesced?.(index);
    waiting.set(index, now);
  }

  async settled(): Promise<void> {
    const taking = [...this.#given].map((outlet) => this.#take(outlet));
    this.#given.clear();
    if (this.#alone || taking.length === 0) {
      await Promise.all(taking);
      return;
    }
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => (cancel = this.#clock.after(PATIENCE_MS, resolve)));
    await Promise.race([Promise.all(taking), patience]);
    cancel();
  }

  #take(outlet: T): Promise<void> {
    const state = this.#state(outlet);
    const taking = outlet.flush().then(() => {
      state.taking = undefined;
      const waiting = [...state.waiting.values()];
      state.waiting.clear();
      for (const give of waiting) give();
      return waiting.length > 0 ? this.#take(outlet) : undefined;
    });
    state.taking = taking;
    return taking;
  }

  #state(outlet: T): State {
    const known = this.#states.get(outlet) ?? { taking: undefined, waiting: new Map<number, () => void>() };
    this.#states.set(outlet, known);
    return known;
  }
}
