/**
 * The boot step: what is configured becomes active before the network comes up. Runs at every start of the device and
 * changes only what differs. A matter that fails is said and leaves the others alone; the device starts all the same.
 */
import { isDeepStrictEqual } from "node:util";
import { type Clock, errorText } from "@hubwart/core";
import type { Drivers } from "./drivers.ts";
import type { MatterDriver } from "./matter.ts";
import { writeOwnFiles } from "./network-files.ts";
import type { SystemPaths } from "./paths.ts";
import type { StateFile } from "./state.ts";
import { revertAtBoot } from "./trials.ts";

export interface BootOptions {
  state: StateFile;
  drivers: Drivers;
  paths: SystemPaths;
  clock: Clock;
  log: (message: string) => void;
}

/** @returns names of the matters that could not be applied */
export async function applyAtBoot(options: BootOptions): Promise<string[]> {
  const { state, drivers, paths, clock, log } = options;
  const failed: string[] = [];
  const step = async (name: string, task: () => Promise<void>) => {
    try {
      await task();
    } catch (error) {
      failed.push(name);
      log(`${name}: ${errorText(error)}`);
    }
  };
  async function matter<T>(name: string, driver: MatterDriver<T>, value: T | undefined): Promise<void> {
    if (value === undefined) return;
    const support = await driver.support();
    if (!support.supported) throw new Error(support.reason);
    await driver.apply(value);
    log(`${name}: applied`);
  }
  const { current } = state;
  await step("network trial", () => revertAtBoot(state, paths.networkFolder, clock.now()));
  await step("network", async () => {
    await expectJudgement(state);
    if (current.network !== undefined) await matter("network", drivers.network, current.network);
    else if (current.unfinished) await writeOwnFiles(paths.networkFolder, new Map());
    if (current.unfinished) await state.update({ unfinished: undefined });
  });
  await step("hostname", () => matter("hostname", drivers.hostname, current.hostname));
  await step("zone", () => matter("zone", drivers.zone, current.zone));
  await step("ntp", () => matter("ntp", drivers.ntp, current.ntp));
  await step("ssh", () => matter("ssh", drivers.ssh, current.ssh));
  return failed;
}

/** Noted before the first file changes, so that no power cut leaves new settings without their judge. */
async function expectJudgement(state: StateFile): Promise<void> {
  const { network, applied, answered } = state.current;
  if (network === undefined || isDeepStrictEqual(network, applied)) return;
  await state.update({
    applied: network,
    answered: undefined,
    pending: { settings: network, answered: answered ?? [] },
  });
}
