/** What people changed of the schedules on the device, as the appliance wrote it: two files, each its own, absent where nobody changed anything. */
import { type DataLayout, readFileIfThere } from "@hubwart/core";
import type { Calendar, DeviceSchedules, EditedSchedules } from "@hubwart/schedule";
import { texts } from "../texts.ts";

/** @throws for a file that is none of ours, German */
export async function readDeviceSchedules(
  layout: Pick<DataLayout, "scheduleEdits" | "scheduleCalendars">,
): Promise<DeviceSchedules> {
  const [edited, calendars] = await Promise.all([
    partOf(layout.scheduleEdits, "schedules"),
    partOf(layout.scheduleCalendars, "calendars"),
  ]);
  if (calendars !== undefined && !Array.isArray(calendars))
    throw new Error(texts.notOurs(layout.scheduleCalendars));
  return { edited: (edited ?? {}) as EditedSchedules, calendars: (calendars ?? []) as Calendar[] };
}

async function partOf(file: string, name: string): Promise<object | undefined> {
  const text = await readFileIfThere(file);
  if (text === undefined) return undefined;
  const raw = JSON.parse(text) as Record<string, unknown> | null;
  const part = raw?.["format"] === 1 ? raw[name] : undefined;
  if (typeof part !== "object" || part === null) throw new Error(texts.notOurs(file));
  return part;
}
