/**
 * The time zone that holds now, for a process without a host of its own: cheap enough to be asked every minute.
 *
 *     const zone = await deviceZone({ setting: config.host, settings: layout.hostSettings });     // "Europe/Berlin"
 */
import { readFileIfThere } from "@hubwart/core";
import { chooseHost } from "./choose-host.ts";
import { machineZone } from "./facts/zone.ts";

export interface DeviceZoneOptions {
  /** Which driver the machine has. */
  setting: Parameters<typeof chooseHost>[0];
  /** Where a machine that is not changed keeps its settings. */
  settings: string;
  root?: string;
}

export async function deviceZone({ root, setting, settings }: DeviceZoneOptions): Promise<string> {
  const own = (await chooseHost(setting)) === "embedded" ? await activeZone(settings) : undefined;
  return own ?? (await machineZone(root));
}

/** Undefined where none was chosen, and for what is no zone. */
async function activeZone(file: string): Promise<string | undefined> {
  try {
    const stored: unknown = JSON.parse((await readFileIfThere(file)) ?? "{}");
    const active = isRecord(stored) ? stored["active"] : undefined;
    const zone = isRecord(active) ? active["zone"] : undefined;
    if (typeof zone !== "string") return undefined;
    // As it is named in the zone database; an error for what is not in it.
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
