/** Wanted state: which add-ons are to run. Kept in the store; the reconciler makes it so. */
import { ADD_ON_IDS, type AddOnId, CATALOGUE } from "@hubwart/containers";
import type { Clock } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const active = defineSetting({
  name: "containers.active",
  schema: z.array(z.enum(ADD_ON_IDS)),
  fallback: [],
  tells: (ids) => ids.map((id) => ({ about: "others", name: texts.wanted(CATALOGUE[id].title) })),
});

export class Wanted {
  readonly #store: Pick<Store, "settings">;
  readonly #clock: Clock;

  constructor(store: Pick<Store, "settings">, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  active(id: AddOnId): boolean {
    return this.#store.settings.read(active).includes(id);
  }

  set(id: AddOnId, on: boolean): void {
    const others = this.#store.settings.read(active).filter((one) => one !== id);
    this.#store.settings.write(active, on ? [...others, id].toSorted() : others, this.#clock.now());
  }
}
