/** When each token was used last; written at most once an hour. */
import { type Clock, isDiskFull, isUnwritable } from "@hubwart/core";
import type { Setting, Store } from "@hubwart/core/store";
import * as z from "zod/mini";

/** By id, ms since the epoch. */
export const lastUses = z.record(z.string(), z.number());
type UsesSetting = Setting<typeof lastUses>;

const WRITTEN_EVERY_MS = 3_600_000;

export class LastUses {
  readonly #store: Pick<Store, "settings">;
  readonly #clock: Clock;
  readonly #setting: UsesSetting;
  readonly #used: Map<string, number>;
  readonly #written = new Map<string, number>();

  constructor(store: Pick<Store, "settings">, clock: Clock, setting: UsesSetting) {
    this.#store = store;
    this.#clock = clock;
    this.#setting = setting;
    this.#used = new Map(Object.entries(store.settings.read(setting)));
  }

  /** ms since the epoch; 0: never. */
  of(id: string): number {
    return this.#used.get(id) ?? 0;
  }

  note(id: string): void {
    const now = this.#clock.now();
    this.#used.set(id, now);
    if (Math.abs(now - (this.#written.get(id) ?? 0)) < WRITTEN_EVERY_MS) return;
    this.#written.set(id, now);
    try {
      this.#store.settings.write(this.#setting, Object.fromEntries(this.#used), now);
    } catch (error) {
      // Nobody is shut out because there is no room to note that he was here.
      if (!isDiskFull(error) && !isUnwritable(error)) throw error;
    }
  }

  /** Forgets all others. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of this.#used.keys()) if (!ids.has(id)) this.#used.delete(id);
  }
}
