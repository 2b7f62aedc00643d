import path from "node:path";
import type { Clock } from "@hubwart/core";
import { openStore, type Store } from "@hubwart/core/store";

/** The store of a device, in a folder of the test; opened again, what was written is there. */
export function openTestStore(folder: string, clock: Pick<Clock, "now">): Store {
  return openStore({
    file: path.join(folder, "state.db"),
    credentialFile: path.join(folder, "credential.json"),
    now: () => clock.now(),
  });
}
