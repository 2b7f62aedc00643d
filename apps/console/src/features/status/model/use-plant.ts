/** Pods and connections as they are now, and what they say of the plant. */

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

export interface PlantLook {
  /** Undefined until both are known. */
  plant: KnownPlant | undefined;
  /** Why one of them could not be asked for just now: `plant` is how it was before. */
  error: unknown;
}

export function usePlant(): PlantLook {
  const podList = usePods();
  const meta = useConnections();
  const pods = podList.data?.pods;
  const connections = meta.data;
  const hubStarted = useStatus()?.system.hub.started ?? 0;
  const now = useNow(EVERY) + useClockOffset();
  const plant = pods &&
    connections && { pods, connections, ...plantOf(pods, connections, { now, hubStarted }) };
  return { plant, error: podList.error ?? meta.error };
}
