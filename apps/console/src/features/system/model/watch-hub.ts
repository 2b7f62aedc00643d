/** Waits for the hub after a restart: asks every second until another process of it has made up its mind. */
import { LIMITS } from "@hubwart/contract";
import type { Status } from "../../../api/info.ts";

type Hub = Pick<Status["system"]["hub"], "pid" | "started" | "state">;

export interface WatchHubParts {
  /** Rejects, or resolves to undefined, while the appliance does not say. */
  read: () => Promise<Hub | undefined>;
  sleep: (ms: number) => Promise<void>;
}

const TRIES = 60;

/** The hub's new state; undefined if it has none after a minute. */
export async function watchHub(
  before: Hub,
  { read, sleep }: WatchHubParts,
): Promise<Hub["state"] | undefined> {
  for (let left = TRIES; left > 0; left -= 1) {
    await sleep(LIMITS.hubReload);
    const hub = await read().catch(() => undefined);
    if (hub === undefined || hub.pid <= 0 || hub.state === "init") continue;
    if (hub.pid !== before.pid || hub.started !== before.started) return hub.state;
  }
  return undefined;
}
