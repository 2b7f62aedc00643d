/** What people changed of the schedules on the device, as the appliance wrote it: two files, each its own, absent where nobody changed anything. */
import { type DataLayout, errorText, readFileIfThere } from "@hubwart/core";
import type { Calendar, DeviceSchedules, EditedSchedules } from "@hubwart/schedule";
import { texts } from "../texts.ts";

/**
 * Of a file that cannot be read just now, or is none of ours, what was known before: what is in the other holds all the same.
 * @param unreadable is told why, German
 */
export async function readDeviceSchedules(
  layout: Pick<DataLayout, "scheduleEdits" | "scheduleCalendars">,
  known: DeviceSchedules,
  unreadable: (reason: string) => void,
): Promise<DeviceSchedules> {
  const part = <T>(file: string, name: string, none: T, before: T): Promise<T> =>
    partOf(file, name, none).catch((error: unknown) => {
      unreadable(errorText(error));
      return before;
    });
  const [edited, calendars] = await Promise.all([
    part<EditedSchedules>(layout.scheduleEdits, "schedules", {}, known.edited),
    part<readonly Calendar[]>(layout.scheduleCalendars, "calendars", [], known.calendars),
  ]);
  return { edited, calendars };
}

/** @throws for a file that is none of ours, German */
async function partOf<T>(file: string, name: string, none: T): Promise<T> {
  const text = await readFileIfThere(file);
  if (text === undefined) return none;
  const raw = JSON.parse(text) as Record<string, unknown> | null;
  const part = raw?.["format"] === 1 ? raw[name] : undefined;
  const fits = typeof part === "object" && part !== null && Array.isArray(part) === Array.isArray(none);
  if (!fits) throw new Error(texts.notOurs(file));
  return part as T;
}
