/** What the start of the device has left behind is looked for: whoever tells it may still be starting. */
import type { Clock, Logger, Scope } from "@hubwart/core";
import type { Host } from "@hubwart/host";
import type { ApplyMemory } from "./memory.ts";

export interface AfterStartDeps<Asked extends keyof Host> {
  host: Pick<Host, Asked>;
  clock: Clock;
  scope: Scope;
  log: Logger;
  memory: ApplyMemory;
}

/** It is there within minutes of the device's start. */
const EVERY_MS = 10_000;
const LONGEST_MS = 600_000;

/** Waits for nothing. @param look ends it by calling `stop` */
export function lookAfterStart(
  { clock, scope }: { clock: Clock; scope: Scope },
  look: (stop: () => void) => Promise<void>,
): void {
  const stop = clock.every(EVERY_MS, () => void look(stop));
  scope.add(stop);
  scope.add(clock.after(LONGEST_MS, stop));
  void look(stop);
}
