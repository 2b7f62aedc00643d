/**
 * The configured adapters: shown over the devices of the machine, and saved for the next restart. No HTTP here.
 *
 * Concurrency: saves and the start of a test run one after the other (`changes`); while a test runs nothing is saved,
 * because its end puts back, or confirms, the whole set.
 */
import type { NetworkAdapter, NetworkSettings } from "@hubwart/contract";
import { ConflictError, type SerialQueue } from "@hubwart/core";
import type { NetworkCapability } from "@hubwart/host";
import { alike, asGiven, merged, overDevices } from "./adapters.ts";
import type { Saved } from "./setting-service.ts";
import { texts } from "./texts.ts";

export interface NetworkDeps {
  network: NetworkCapability;
  changes: SerialQueue;
  /** Called after each save: what an administrator decided anew replaces what was put back. */
  decided: () => void;
}

export class NetworkService {
  readonly #deps: NetworkDeps;

  constructor(deps: NetworkDeps) {
    this.#deps = deps;
  }

  async config() {
    const { network } = this.#deps;
    const [{ devices, shown, configured }, active, support] = await Promise.all([
      this.#read(),
      network.active(),
      network.support(),
    ]);
    const interfaces = shown.map((adapter, index) => ({
      ...adapter,
      mac: devices[index]?.mac ?? "",
      carrier: devices[index]?.carrier ?? false,
    }));
    return { use: configured.use, interfaces, active, support };
  }

  save(given: {
    use?: boolean | undefined;
    interfaces: readonly NetworkAdapter[];
  }): Promise<Saved<NetworkSettings>> {
    const { network, changes, decided } = this.#deps;
    return changes.run(async () => {
      if (await network.trials.current()) {
        throw new ConflictError(texts.testRuns);
      }
      const { configured, shown, interfaces } = await this.#with(given.interfaces);
      const after = { use: given.use ?? configured.use, interfaces };
      await network.save(after).catch((error: unknown) => {
        throw asGiven(error, interfaces, given.interfaces);
      });
      decided();
      const present = interfaces.slice(0, shown.length);
      const changed = after.use !== configured.use || !alike(shown, present);
      const waits = changed || !holds(await network.active(), { use: after.use, interfaces: present });
      return { restart: waits ? "device" : "nothing", before: configured, after };
    });
  }

  setUse(use: boolean): Promise<Saved<NetworkSettings>> {
    return this.save({ use, interfaces: [] });
  }

  /** All adapters as they would be configured after a save of `given`; throws as a save does. */
  async with(given: readonly NetworkAdapter[]): Promise<NetworkAdapter[]> {
    return (await this.#with(given)).interfaces;
  }

  async #with(given: readonly NetworkAdapter[]) {
    const { devices, shown, configured } = await this.#read();
    return { shown, configured, interfaces: merged(devices, shown, configured.interfaces, given) };
  }

  async #read() {
    const { network } = this.#deps;
    const [devices, configured, active] = await Promise.all([
      network.devices(),
      network.configured(),
      network.active(),
    ]);
    return {
      devices,
      configured,
      shown: overDevices(devices, configured.interfaces, active.interfaces),
    };
  }
}

/** While Hubwart does not configure the network, the adapters do not matter. */
function holds(active: NetworkSettings, wanted: NetworkSettings): boolean {
  return active.use === wanted.use && (!wanted.use || alike(active.interfaces, wanted.interfaces));
}
