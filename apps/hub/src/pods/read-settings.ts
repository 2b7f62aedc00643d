import { type DataLayout, errorText, type Logger, readFileIfThere } from "@hubwart/core";
import { type PodSetting, parsePodSettings } from "@hubwart/ipc";
import { texts } from "../texts.ts";

/** What was set for single pods on the device. Without it a plant runs as its project says, so a damaged file stops nothing. */
export async function readPodSettings(
  layout: DataLayout,
  log: Logger,
): Promise<ReadonlyMap<string, PodSetting>> {
  try {
    return parsePodSettings((await readFileIfThere(layout.podSettings)) ?? "{}");
  } catch (error) {
    log.error(texts.settingsUnreadable(errorText(error)));
    return new Map();
  }
}
