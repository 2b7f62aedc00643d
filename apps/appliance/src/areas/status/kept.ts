/** The status as who is kept to some channels may read it. */
import type { Bounds, Status } from "@hubwart/contract";

/** Findings name channels of all kinds: how bad it is stays, what it is goes. */
export function statusWithin<S extends Pick<Status, "health">>(bounds: Bounds | undefined, status: S): S {
  return bounds?.channels ? { ...status, health: { ...status.health, findings: [] } } : status;
}
