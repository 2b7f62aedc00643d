import { writeFile } from "node:fs/promises";
import path from "node:path";
import { scheduleLook } from "@hubwart/contract";
import { ManualClock } from "@hubwart/core";
import { type DeviceSchedules, NO_DEVICE_SCHEDULES } from "@hubwart/schedule";
import { useSharedFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { ScheduleService } from "./service.ts";

const folder = useSharedFolder();

const office = (name: string, label?: string) => ({
  chan: `sched.main.${name}`,
  type: "bool",
  default: false,
  ...(label === undefined ? {} : { label }),
  exceptions: ["Feiertag"],
  times: [
    { weekdays: [1, 2, 3, 4, 5], at: 360, value: true },
    { weekdays: [1, 2, 3, 4, 5], at: { sun: "set", offset: -15 }, value: false },
  ],
});
const PROJECT = {
  pods: [],
  links: [],
  schedules: [office("a", "Flur"), office("b"), office("c", "Keller")],
  calendars: [
    { id: "Feiertag", priority: 8, states: ["BY"], ranges: [{ from: "12-24", label: "Heiligabend" }] },
    { id: "Ferien", priority: 4, ranges: [{ from: "2026-07-01", to: "2026-07-31" }] },
  ],
  place: { latitude: 48, longitude: 11.5 },
};

async function stage(now: string, project: object = PROJECT, changed: DeviceSchedules = NO_DEVICE_SCHEDULES) {
  const file = path.join(folder(), `${Math.random()}.json`);
  await writeFile(file, JSON.stringify(project));
  const device = { zone: "Europe/Berlin", file: file as string | undefined };
  const service = new ScheduleService({
    clock: new ManualClock(Date.parse(now)),
    zone: () => Promise.resolve(device.zone),
    compiledFile: () => device.file,
    device: () => changed,
  });
  return { device, service };
}

it("says what holds, why, and what comes next", async () => {
  const { service } = await stage("2026-12-23T11:00:00Z");
  const look = await service.look({ text: "FLUR" });
  expect(scheduleLook.answer.safeParse({ code: 0, ...look }).success).toBe(true);
  const [row] = look.rows;
  expect(look).toMatchObject({ schedules: 3, total: 1, zone: "Europe/Berlin" });
  expect(row).toMatchObject({
    chan: "sched.main.a",
    label: "Flur",
    value: true,
    why: "Mo–Fr 06:00",
    since: Date.parse("2026-12-23T05:00:00Z"),
    times: [
      { days: "Mo–Fr", at: "06:00", value: true },
      { days: "Mo–Fr", at: "Sonnenuntergang-15", value: false },
    ],
  });
  // Christmas falls on a Thursday to Saturday with Christmas Eve: the next edge in the morning is that of Monday.
  expect(row?.next.map(({ at, value }) => [new Date(at).toISOString().slice(0, 13), value])).toEqual([
    ["2026-12-23T15", false],
    ["2026-12-28T05", true],
    ["2026-12-28T15", false],
  ]);
});

it("says of an exception what it is", async () => {
  const { service } = await stage("2026-12-24T11:00:00Z");
  const { calendars, rows } = await service.look({});
  expect(rows[0]).toMatchObject({ value: false, why: "Feiertag: Heiligabend (Vorgabe)" });
  expect(calendars).toEqual([
    {
      id: "Feiertag",
      priority: 8,
      days: [{ text: "Feiertage BY" }, { text: "24.12.", label: "Heiligabend" }],
      count: 2,
      next: { date: "2026-12-24", label: "Heiligabend" },
    },
    { id: "Ferien", priority: 4, days: [{ text: "01.07.2026–31.07.2026" }], count: 1 },
  ]);
});

it("names changed schedules that the project does not have, but no override that is over", async () => {
  const now = Date.parse("2026-12-24T11:00:00Z");
  const plan = { default: true };
  const override = (until: number) => ({ value: true, from: 0, until });
  const edited = {
    "sched.main.a": { plan, ts: 1 },
    "sched.main.x": { override: override(now), ts: 1 },
    "sched.main.y": { override: override(now + 1), ts: 1 },
    "sched.main.z": { plan, override: override(now), ts: 1 },
  };
  const { service } = await stage("2026-12-24T11:00:00Z", PROJECT, { edited, calendars: [] });
  expect((await service.look({})).lost).toEqual(["sched.main.y", "sched.main.z"]);
});

it("goes page by page", async () => {
  const { service } = await stage("2026-12-24T11:00:00Z");
  const { rows, total } = await service.look({ offset: 1, limit: 1 });
  expect([rows.map(({ chan }) => chan), total]).toEqual([["sched.main.b"], 3]);
});

it("goes by another zone as soon as the device does", async () => {
  const { device, service } = await stage("2026-11-25T05:30:00Z");
  expect((await service.look({})).rows[0]?.value).toBe(true);
  device.zone = "Europe/London";
  expect((await service.look({})).rows[0]?.value).toBe(false);
});

it("has nothing without a project, and with one that has no schedules", async () => {
  const { device, service } = await stage("2026-11-25T05:30:00Z", { pods: [] });
  expect(await service.look({})).toMatchObject({ schedules: 0, rows: [], calendars: [] });
  device.file = undefined;
  expect(await service.look({})).toMatchObject({ schedules: 0, rows: [], calendars: [] });
});
