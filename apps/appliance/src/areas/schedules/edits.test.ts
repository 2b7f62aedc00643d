import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { ScheduleEdits } from "./edits.ts";

const folder = useFolder();
let file: string;
beforeEach(async () => {
  file = path.join(folder(), "schedules", "edited.json");
});

const clock = new ManualClock(Date.parse("2026-11-25T12:00:00Z"));
const sink = new MemoryLogSink();
const open = () => ScheduleEdits.open({ file, clock, log: createLogger("appliance", "schedules", sink) });
const plan = { default: true };

it("are there again after a restart, and only those", async () => {
  const edits = await open();
  await edits.change("sched.main.a", () => ({ plan, base: { default: false } }));
  await edits.change("sched.main.b", () => ({ plan }));
  await edits.change("sched.main.b", () => ({}));
  expect((await open()).schedules).toEqual({
    "sched.main.a": { plan, base: { default: false }, ts: clock.now() / 1_000 },
  });
});

it("of two changes at once lose none", async () => {
  const edits = await open();
  const names = Array.from({ length: 20 }, (_, at) => `sched.main.s${at}`);
  await Promise.all(names.map((name) => edits.change(name, () => ({ plan }))));
  expect(Object.keys(edits.schedules)).toHaveLength(20);
  expect(Object.keys((await open()).schedules)).toHaveLength(20);
});

const MINUTE = 60_000;
const YEARS = 10 * 365 * 86_400_000;
it.each([
  ["half a minute", MINUTE / 2],
  ["two hours", 120 * MINUTE],
  ["ten years", YEARS],
])("keep an override that holds, though something is saved while the clock is %s ahead", async (_, ahead) => {
  const now = clock.now();
  const override = { value: true, from: now, until: now + 20_000 };
  const edits = await open();
  await edits.change("sched.main.a", () => ({ override }));
  await edits.change("sched.main.b", () => ({ plan, override }));
  clock.jump(ahead);
  await edits.change("sched.main.c", () => ({ plan }));
  clock.jump(1_000 - ahead);
  await edits.change("sched.main.c", () => ({}));
  for (const { schedules } of [edits, await open()])
    expect(Object.values(schedules).map(({ override: held }) => held)).toEqual([override, override]);
});

it("forget overrides that are over where there is no room for more, and keep what else was changed", async () => {
  const edits = await open();
  const value = "x".repeat(6 * 1024 ** 2);
  const until = clock.now() + 1_000;
  await edits.change("sched.main.a", () => ({ override: { value, from: 0, until } }));
  await edits.change("sched.main.b", () => ({ plan, override: { value, from: 0, until } }));
  const holds = { value, from: 0, until: until + MINUTE };
  await expect(edits.change("sched.main.c", () => ({ override: holds }))).rejects.toThrow("größer als 16");
  clock.advance(1_000);
  await edits.change("sched.main.c", () => ({ override: holds }));
  expect(Object.entries(edits.schedules).map(([name, { override: held }]) => [name, held?.until])).toEqual([
    ["sched.main.b", undefined],
    ["sched.main.c", holds.until],
  ]);
});

it("that cannot be read are kept aside, and said until somebody changes something", async () => {
  const edits = await open();
  await edits.change("sched.main.a", () => ({ plan }));
  for (const text of ["{", "[]", '{"format":2,"schedules":{}}', '{"format":1,"schedules":[]}']) {
    await writeFile(file, text);
    const found = await open();
    expect([found.damaged, found.schedules]).toEqual([true, {}]);
    await found.change("sched.main.a", () => ({ plan }));
    expect(found.damaged).toBe(false);
  }
  expect(await readdir(path.dirname(file))).toContain("edited.json.damaged");
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ format: 1 });
});

it("refuse what is too much, and keep what was", async () => {
  const edits = await open();
  await edits.change("sched.main.a", () => ({ plan }));
  const long = { default: "x".repeat(17 * 1024 ** 2) };
  await expect(edits.change("sched.main.b", () => ({ plan: long }))).rejects.toThrow("größer als 16");
  expect(Object.keys((await open()).schedules)).toEqual(["sched.main.a"]);
});
