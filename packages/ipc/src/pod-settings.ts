/**
 * Settings of pods that an administrator made over the project's, as stored in `layout.podSettings`. The
 * appliance writes them, the hub reads them when it starts a pod.
 */
import { LOG_LEVELS, type LogLevel } from "@hubwart/core";

export interface PodSetting {
  /** Started by the hub (true) or elsewhere (false). */
  internal: boolean;
  /**
   * Column of the interface table → value. A name `iface.column` is meant for that interface alone, a bare
   * `column` for all of the pod's interfaces.
   */
  params: Record<string, unknown>;
  logLevel?: LogLevel;
}

/** By pod id. Entries of another shape are left out; text that is no object gives an error. */
export function parsePodSettings(text: string): ReadonlyMap<string, PodSetting> {
  const raw: unknown = JSON.parse(text);
  if (!isFields(raw)) throw new SyntaxError("the pod settings are no object");
  const settings = new Map<string, PodSetting>();
  for (const [id, entry] of Object.entries(raw)) {
    if (!isFields(entry) || typeof entry["internal"] !== "boolean" || !isFields(entry["params"])) continue;
    const level = LOG_LEVELS.find((known) => known === entry["logLevel"]);
    settings.set(id, {
      internal: entry["internal"],
      params: entry["params"],
      ...(level === undefined ? {} : { logLevel: level }),
    });
  }
  return settings;
}

function isFields(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}
