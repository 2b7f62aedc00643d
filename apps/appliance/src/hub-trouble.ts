/** What the hub says only where it is asked for: looked at every few seconds. */
import type { HubStatus } from "@hubwart/ipc";
import type { AppContext } from "./context.ts";
import type { HubLink } from "./hub-link.ts";

const LOOK_EVERY = 10_000;

/** @returns what it said last; nothing while it is away */
export function followHub({
  clock,
  hub,
  scope,
}: Pick<AppContext, "clock" | "scope"> & {
  hub: Pick<HubLink, "connected" | "request">;
}): () => Partial<HubStatus> {
  let said: Partial<HubStatus> = {};
  const look = async () => {
    said = (hub.connected && (await hub.request("status", {}).catch(() => undefined))) || {};
  };
  scope.add(clock.every(LOOK_EVERY, () => void look()));
  return () => said;
}
