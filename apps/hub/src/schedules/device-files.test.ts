import { writeFile } from "node:fs/promises";
import path from "node:path";
import { NO_DEVICE_SCHEDULES } from "@hubwart/schedule";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { readDeviceSchedules } from "./device-files.ts";

const folder = useFolder();
const EDITED = { "sched.main.office": { override: { value: true, from: 1, until: 2 }, ts: 1 } };
const CALENDARS = [{ id: "Ferien", priority: 4, ranges: [{ from: "2026-12-24" }] }];

async function read(edits: string | undefined, calendars: string | undefined, known = NO_DEVICE_SCHEDULES) {
  const layout = {
    scheduleEdits: path.join(folder(), "edited.json"),
    scheduleCalendars: path.join(folder(), "calendars.json"),
  };
  if (edits !== undefined) await writeFile(layout.scheduleEdits, edits);
  if (calendars !== undefined) await writeFile(layout.scheduleCalendars, calendars);
  const reasons: string[] = [];
  const found = await readDeviceSchedules(layout, known, (reason) => reasons.push(reason));
  return { ...found, reasons };
}

const edits = JSON.stringify({ format: 1, schedules: EDITED });
const calendars = JSON.stringify({ format: 1, calendars: CALENDARS });

it("is what both files say, and nothing without them", async () => {
  expect(await read(undefined, undefined)).toEqual({ edited: {}, calendars: [], reasons: [] });
  expect(await read(edits, calendars)).toEqual({ edited: EDITED, calendars: CALENDARS, reasons: [] });
});

it.each(["{", "null", '{"format":2}', '{"format":1,"calendars":{},"schedules":[]}'])(
  "is of a file that says %s what was known, and of the other what that says",
  async (damaged) => {
    const known = { edited: EDITED, calendars: CALENDARS };
    expect(await read(damaged, calendars)).toMatchObject({ edited: {}, calendars: CALENDARS });
    const found = await read(edits, damaged);
    expect(found).toMatchObject({ edited: EDITED, calendars: [] });
    expect(found.reasons).toHaveLength(1);
    expect(await read(damaged, damaged, known)).toMatchObject(known);
  },
);
