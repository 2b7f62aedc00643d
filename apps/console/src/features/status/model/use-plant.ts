/** Pods and connections as they are now, and what they say of the plant; undefined until both are known. */

import { useClockOffset } from "../../../api/device-clock.ts";
import { useStatus } from "../../../api/info.ts";
import { type Connection, type Pod, useConnections, usePods } from "../../../api/pods.ts";
import { useNow } from "../../../lib/use-now.ts";
import { type Plant, plantOf } from "./plant.ts";

export interface KnownPlant extends Plant {
  pods: readonly Pod[];
  connections: readonly Connection[];
}

const EVERY = 5_000;

export function usePlant(): KnownPlant | undefined {
  const pods = usePods().data?.pods;
  const connections = useConnections().data;
  const hubStarted = useStatus()?.system.hub.started ?? 0;
  const now = useNow(EVERY) + useClockOffset();
  if (!pods || !connections) return undefined;
  return { pods, connections, ...plantOf(pods, connections, { now, hubStarted }) };
}
