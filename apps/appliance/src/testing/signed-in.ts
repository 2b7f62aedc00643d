/** Who asks, for tests of what stands behind the edge. */
import type { Bounds, Level, Who } from "@hubwart/contract";
import type { Session } from "../http/ports.ts";

export const ADMINISTRATOR: Who = { kind: "administrator", name: "Administrator" };

export const signedIn = (level: Level, id = "s1", bounds?: Bounds): Session => ({
  id,
  level,
  who: ADMINISTRATOR,
  bounds,
});
