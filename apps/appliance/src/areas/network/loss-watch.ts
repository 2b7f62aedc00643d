/**
 * Tells that the device's settings could not be read and were put aside: once in the event log, and in the health banner
 * until an administrator has saved or confirmed some of them anew.
 */
import type { Clock, Logger, Scope } from "@hubwart/core";
import type { Host } from "@hubwart/host";
import type { Finding } from "../../status.ts";
import type { ApplyMemory } from "./memory.ts";
import { texts } from "./texts.ts";

export interface LossWatchDeps {
  host: Pick<Host, "settingsLost">;
  clock: Clock;
  scope: Scope;
  log: Logger;
  memory: ApplyMemory;
}

/** They are read once, when the device starts; who answers may still be starting then. */
const EVERY_MS = 10_000;
const LONGEST_MS = 600_000;

export class LossWatch {
  readonly #deps: LossWatchDeps;
  #at: number | undefined;

  private constructor(deps: LossWatchDeps) {
    this.#deps = deps;
  }

  /** Waits for nothing. */
  static start(deps: LossWatchDeps): LossWatch {
    const { clock, scope } = deps;
    const watch = new LossWatch(deps);
    const stop = clock.every(EVERY_MS, () => void watch.#look(stop));
    scope.add(stop);
    scope.add(clock.after(LONGEST_MS, stop));
    void watch.#look(stop);
    return watch;
  }

  findings(): Finding[] {
    if (this.#at === undefined || this.#deps.memory.read().decided === this.#at) return [];
    return [{ code: "host-settings-lost", level: 2, text: texts.settingsLost, route: "/system/network" }];
  }

  /** Settings of the device were saved or confirmed. */
  decided(): void {
    const { memory } = this.#deps;
    if (this.#at !== undefined) memory.write({ ...memory.read(), decided: this.#at });
  }

  async #look(stop: () => void): Promise<void> {
    const { host, log, memory } = this.#deps;
    let at: number | undefined;
    try {
      at = await host.settingsLost();
    } catch {
      // Nobody answers: the watch over the network's settings says so, of the same service.
      return;
    }
    stop();
    this.#at = at;
    const note = memory.read();
    if (at === undefined || note.told === at) return;
    log.warn(texts.settingsLost);
    memory.write({ ...note, told: at });
  }
}
