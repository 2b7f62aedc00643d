import type { Clock, Logger } from "@hubwart/core";
import { watchLoad } from "../http/overload.ts";

/** What an edge has besides calls and callers, of a device without pages, files, proxy and https. */
export const bareEdge = (clock: Clock, log: Logger) => ({
  log,
  ownNames: () => [],
  upgrade: () => false,
  consoleDir: "/nowhere",
  htdocsDir: "/nowhere",
  bounds: { budget: watchLoad(clock, log).budget, callerOf: (address: string) => address },
  proxyProof: () => "",
  redirectPort: () => undefined,
});
