import { useSyncExternalStore } from "react";
import type { ValueStore } from "../../../lib/value-store.ts";

/** What the project calls a channel. Its value may change many times without drawing anew what only needs the name. */
export const useLabel = (store: ValueStore, chan: string): string | undefined =>
  useSyncExternalStore(store.subscribe, () => store.record(chan)?.details?.label);
