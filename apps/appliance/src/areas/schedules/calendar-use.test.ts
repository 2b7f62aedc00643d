import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { CompiledSchedule } from "@hubwart/project";
import type { Calendar } from "@hubwart/schedule";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { calendarsGone, whileUnused } from "./calendar-use.ts";
import { ScheduleEditor } from "./editor.ts";
import { ScheduleEdits } from "./edits.ts";
import { CalendarSources } from "./ics/sources.ts";
import type { ScheduleService } from "./service.ts";

const folder = useFolder();
let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(async () => {
  await scope.end();
});

const CHAN = "sched.main.licht";
const PLAN = { default: false, exceptions: ["Ferien"] };
const SETTINGS = { priority: 4, url: "https://kalender.example/x.ics", hours: 12, stale: 14 };

async function stage() {
  const clock = new ManualClock(Date.parse("2026-11-25T12:00:00Z"));
  const log = createLogger("appliance", "schedules", new MemoryLogSink());
  const own: CompiledSchedule = { chan: CHAN, type: "bool", default: false };
  const project = { schedules: [own], calendars: [] as Calendar[], place: undefined, units: new Map() };
  const service = { project: () => Promise.resolve(project) } as unknown as ScheduleService;
  const edits = await ScheduleEdits.open({ file: path.join(folder(), "edited.json"), clock, log });
  const sources = await CalendarSources.open({
    folder: path.join(folder(), "sources"),
    file: path.join(folder(), "calendars.json"),
    clock,
    log,
    scope,
    zone: () => Promise.resolve("Europe/Berlin"),
    read: () => Promise.resolve({ ranges: [{ from: "2026-12-24" }], events: 1, left: 0 }),
    fetch: () => Promise.resolve({ body: Buffer.from("x") }),
    unused: (id, act) => whileUnused({ edits, service }, id, act),
    changed: () => Promise.resolve(),
  });
  const imported = () => sources.list().map(({ id }) => id);
  const changed = () => Promise.resolve(true);
  const editor = new ScheduleEditor({ service, edits, imported, clock, changed });
  await sources.save({ ...SETTINGS, id: "Ferien" });
  return { editor, edits, imported, project, sources };
}

const rename = (sources: CalendarSources) =>
  sources.save({ ...SETTINGS, was: "Ferien", id: "Betriebsferien" });
const remove = (sources: CalendarSources) => sources.remove("Ferien");

it("refuses another name and removal while a plan goes by the calendar, and nothing else", async () => {
  const { editor, imported, sources } = await stage();
  await editor.save(CHAN, PLAN);
  await expect(rename(sources)).rejects.toThrow(CHAN);
  await expect(remove(sources)).rejects.toThrow(CHAN);
  await sources.save({ ...SETTINGS, was: "Ferien", id: "Ferien", priority: 9 });
  expect(sources.calendars).toMatchObject([{ id: "Ferien", priority: 9 }]);
  await editor.save(CHAN, { default: false, times: [{ calendars: ["Ferien"], at: 0, value: true }] });
  await expect(rename(sources)).rejects.toThrow(CHAN);
  await editor.reset(CHAN);
  await rename(sources);
  expect(imported()).toEqual(["Betriebsferien"]);
});

it("refuses nothing where the project has a calendar of that name", async () => {
  const { editor, imported, project, sources } = await stage();
  project.calendars.push({ id: "Ferien", priority: 4 });
  await editor.save(CHAN, PLAN);
  await remove(sources);
  expect(imported()).toEqual([]);
});

it.each([
  ["renamed", rename],
  ["removed", remove],
])("lets no plan go by a calendar that is %s at the same moment", async (_, take) => {
  for (const first of ["plan", "calendar"]) {
    const { editor, edits, imported, sources } = await stage();
    const acts = [() => editor.save(CHAN, PLAN), () => take(sources)];
    if (first === "calendar") acts.reverse();
    const done = await Promise.allSettled(acts.map((act) => act()));
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(imported().includes("Ferien")).toBe(edits.schedules[CHAN] !== undefined);
    if (edits.schedules[CHAN]) await editor.reset(CHAN);
    for (const id of imported()) await sources.remove(id);
  }
});

it("names the calendars that plans go by and that an upload took away", () => {
  const schedules = ["sched.main.licht", "sched.main.tor"].map((chan) => ({
    chan,
    type: "bool" as const,
    default: false,
  }));
  const times = [{ at: 480, value: true, calendars: ["Messe", "Ferien"] }];
  const edited = {
    "sched.main.licht": { plan: { ...PLAN, times }, ts: 1 },
    "sched.main.tor": { override: { value: true, from: 1, until: 2 }, ts: 1 },
    "sched.main.fort": { plan: { default: false, exceptions: ["Anderes"] }, ts: 1 },
  };
  const gone = (project: string[], imported: string[]) =>
    Object.fromEntries(
      calendarsGone(
        { schedules, calendars: project.map((id) => ({ id, priority: 1 })) },
        { edited, calendars: imported.map((id) => ({ id, priority: 1 })) },
      ),
    );
  expect(gone([], [])).toEqual({ Ferien: CHAN, Messe: CHAN });
  expect(gone(["Ferien"], ["Messe"])).toEqual({});
});
