/**
 * Tells that the device's settings could not be read and were put aside: once in the event log, and in the health banner
 * until an administrator has saved or confirmed some of them anew.
 */
import type { Finding } from "../../status.ts";
import { type AfterStartDeps, lookAfterStart } from "./after-start.ts";
import { texts } from "./texts.ts";

type LossWatchDeps = AfterStartDeps<"settingsLost">;

export class LossWatch {
  readonly #deps: LossWatchDeps;
  #at: number | undefined;

  private constructor(deps: LossWatchDeps) {
    this.#deps = deps;
  }

  /** Settings are read once, when the device starts: the first answer ends it. */
  static start(deps: LossWatchDeps): LossWatch {
    const watch = new LossWatch(deps);
    lookAfterStart(deps, (stop) => watch.#look(stop));
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
