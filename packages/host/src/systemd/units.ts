/** Units of systemd, asked and changed through systemctl(1). */
import { access } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { UNIT_FOLDERS } from "./paths.ts";
import type { Run } from "./run-command.ts";

export interface UnitState {
  running: boolean;
  enabled: boolean;
  masked: boolean;
  /** A condition of the unit does not hold here, for example in a container. */
  skipped: boolean;
}

export class Units {
  readonly #run: Run;
  readonly #root: string;
  constructor(run: Run, root: string) {
    this.#run = run;
    this.#root = root;
  }

  /** Whether a package installed it, masked or not. */
  async installed(unit: string): Promise<boolean> {
    for (const folder of UNIT_FOLDERS.slice(0, 2)) {
      const there = await access(path.join(this.#root, folder, unit)).then(
        () => true,
        () => false,
      );
      if (there) return true;
    }
    return false;
  }

  async state(unit: string): Promise<UnitState> {
    const { stdout } = await this.#run("systemctl", [
      "show",
      "--property=LoadState,ActiveState,UnitFileState,ConditionResult,ConditionTimestampMonotonic",
      unit,
    ]);
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(stdout)?.[1] ?? "";
    return {
      running: ["active", "activating", "reloading"].includes(value("ActiveState")),
      enabled: value("UnitFileState") === "enabled",
      masked: value("LoadState") === "masked" || value("UnitFileState") === "masked",
      skipped: value("ConditionResult") === "no" && value("ConditionTimestampMonotonic") !== "0",
    };
  }

  /** Never waits for the unit: at boot it may be ordered after us. */
  async set(unit: string, wanted: { enabled: boolean; masked: boolean }): Promise<void> {
    const now = await this.state(unit);
    if (wanted.masked) {
      await this.#must("stop", unit);
      if (now.enabled) await this.#must("disable", unit);
      if (!now.masked) await this.#must("mask", unit);
      return;
    }
    if (now.masked) await this.#must("unmask", unit);
    // What was masked may be enabled behind the mask.
    const enabled = now.masked ? (await this.state(unit)).enabled : now.enabled;
    if (enabled !== wanted.enabled) await this.#must(wanted.enabled ? "enable" : "disable", unit);
    await this.#must(wanted.enabled ? "start" : "stop", unit);
  }

  /** @throws ResultError with what systemctl said */
  async #must(action: "start" | "stop" | "enable" | "disable" | "mask" | "unmask", unit: string) {
    const { code, stderr } = await this.#run("systemctl", [
      "--quiet",
      ...(action === "start" || action === "stop" ? ["--no-block"] : []),
      action,
      unit,
    ]);
    if (code === 0) return;
    throw new ResultError(
      CODES.settingRefused,
      `systemctl ${action} ${unit}: ${stderr.trim().slice(0, 300) || `Status ${code}`}`,
    );
  }
}
