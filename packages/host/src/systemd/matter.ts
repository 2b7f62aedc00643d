/** A matter of the system: whether it can be changed here, what holds now, and how a configured value is applied. */
import type { Support } from "@hubwart/contract";
import type { SystemPaths } from "./paths.ts";
import type { Run } from "./run-command.ts";
import type { Units } from "./units.ts";

export interface MatterDriver<T> {
  support(): Promise<Support>;
  active(): Promise<T>;
  /** At boot, before the network and without a message bus. Does no harm when it is repeated. */
  apply(value: T): Promise<void>;
}

export interface System {
  paths: SystemPaths;
  run: Run;
  units: Units;
}

export const YES: Support = { supported: true };
export const no = (reason: string): Support => ({ supported: false, reason });
