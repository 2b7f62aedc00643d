/** The file of people and rosters, as it is read: whole, or not at all. */
import type { AlarmSettings } from "@hubwart/ipc";
import * as z from "zod/mini";

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const time = z.string().check(z.regex(/^\d\d:\d\d$/));

const shape = z.object({
  format: z.literal(1),
  zone: z.string(),
  link: z.optional(z.string()),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.optional(z.string()),
      chats: z.array(z.object({ pod: z.string(), to: z.string() })),
      absences: z.array(z.object({ from: day, to: day, why: z.optional(z.string()) })),
    }),
  ),
  rosters: z.array(
    z.object({
      id: z.string(),
      shifts: z.array(
        z.object({ days: z.array(z.int()), from: time, to: time, people: z.array(z.string()) }),
      ),
      turns: z.optional(z.object({ since: day, at: time })),
    }),
  ),
});

export const NO_SETTINGS: AlarmSettings = { format: 1, zone: "UTC", people: [], rosters: [] };

/** @throws Error that says what is wrong with the text */
export function settingsOf(text: string): AlarmSettings {
  const settings = shape.parse(JSON.parse(text)) as AlarmSettings;
  // Only where it matters: the tables of zones cost a process megabytes.
  if (settings.rosters.length > 0) refuseNoZone(settings.zone);
  return settings;
}

/** @throws RangeError */
function refuseNoZone(zone: string): void {
  Intl.DateTimeFormat("de-DE", { timeZone: zone });
}
