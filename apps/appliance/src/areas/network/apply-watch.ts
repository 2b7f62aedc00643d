/**
 * Tells when the settings of the last save did not hold at the start of the device and were put back: once in the
 * event log, and in the health banner until an administrator has saved or confirmed network settings again. Nothing
 * else ends it: the reason stays visible for whoever looks next, also after further restarts.
 */
import { errorText } from "@hubwart/core";
import type { ApplyReport } from "@hubwart/host";
import type { Finding } from "../../status.ts";
import { type AfterStartDeps, lookAfterStart } from "./after-start.ts";
import { texts } from "./texts.ts";

type ApplyWatchDeps = AfterStartDeps<"lastApply">;

export class ApplyWatch {
  readonly #deps: ApplyWatchDeps;
  #report: ApplyReport | undefined;
  #complaint = "";

  private constructor(deps: ApplyWatchDeps) {
    this.#deps = deps;
  }

  /** The judgement may fall, and change, until minutes after the start. */
  static start(deps: ApplyWatchDeps): ApplyWatch {
    const watch = new ApplyWatch(deps);
    lookAfterStart(deps, () => watch.#look());
    return watch;
  }

  findings(): Finding[] {
    const report = this.#report;
    if (report?.outcome !== "put-back" || this.#deps.memory.read().decided === report.at) return [];
    return [
      { code: "network-put-back", level: 2, text: texts.putBack(report.failures), route: "/system/network" },
    ];
  }

  /** Network settings were saved or confirmed. */
  decided(): void {
    const { memory } = this.#deps;
    if (this.#report) memory.write({ ...memory.read(), decided: this.#report.at });
  }

  async #look(): Promise<void> {
    const { host, log, memory } = this.#deps;
    try {
      const report = await host.lastApply();
      this.#report = report;
      const note = memory.read();
      if (report?.outcome !== "put-back" || note.told === report.at) return;
      log.warn(texts.putBack(report.failures));
      memory.write({ ...note, told: report.at });
    } catch (error) {
      const complaint = errorText(error);
      if (complaint !== this.#complaint) log.warn(complaint);
      this.#complaint = complaint;
    }
  }
}
