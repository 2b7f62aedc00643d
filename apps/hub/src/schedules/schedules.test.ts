import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { CompiledSchedule } from "@hubwart/project/compiled";
import { NO_DEVICE_SCHEDULES } from "@hubwart/schedule";
import { expect, it } from "vitest";
import { ChannelTable } from "../channels/table.ts";
import { project } from "../testing/projects.ts";
import { Schedules } from "./schedules.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OFFICE: CompiledSchedule = {
  chan: "sched.main.office",
  type: "bool",
  default: false,
  times: [
    { weekdays: [1, 2, 3, 4, 5], at: 360, value: true },
    { weekdays: [1, 2, 3, 4, 5], at: 1_200, value: false },
  ],
};

/** `zone` may be changed; values that came, with the UTC time of each. */
async function stage(now: string, schedules: CompiledSchedule[] = [OFFICE]) {
  const clock = new ManualClock(Date.parse(now));
  const scope = new Scope();
  const sink = new MemoryLogSink();
  const device = { zone: "Europe/Berlin", broken: false, changed: NO_DEVICE_SCHEDULES, lost: false };
  const came: string[] = [];
  const shown = project([], [], { schedules });
  let table = new ChannelTable(shown);
  const running = new Schedules({
    clock,
    scope,
    log: createLogger("hub", "schedules", sink, () => clock.now()),
    zone: () => (device.broken ? Promise.reject(new Error("gone")) : Promise.resolve(device.zone)),
    device: async (known, unreadable) => {
      if (!device.lost) return device.changed;
      unreadable("gone");
      return known;
    },
    update: (channel, value, ts) => {
      table.values[channel] = value;
      table.qualities[channel] = 0;
      came.push(`${table.names[channel]} ${String(value)} ${new Date(ts).toISOString().slice(5, 16)}`);
    },
  });
  const load = (next = shown) => {
    const before = table;
    table = new ChannelTable(next);
    table.inherit(before);
    running.load(next, table);
  };
  await running.open();
  load();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Minute by minute, so that what waits for a promise gets its turn. */
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += MINUTE) {
      clock.advance(Math.min(MINUTE, ms - gone));
      await settle();
    }
  };
  const taken = () => came.splice(0);
  return { clock, device, load, pass, running, scope, settle, sink, taken };
}

it("has at once what the plan says now, and switches at the very moment", async () => {
  const { pass, taken } = await stage("2026-11-25T04:58:30Z");
  expect(taken()).toEqual(["sched.main.office false 11-25T04:58"]);
  await pass(89_000);
  expect(taken()).toEqual([]);
  await pass(1_000);
  expect(taken()).toEqual(["sched.main.office true 11-25T05:00"]);
  await pass(16 * HOUR);
  expect(taken()).toEqual(["sched.main.office false 11-25T19:00"]);
});

it("says nothing twice: not with another project, not every minute", async () => {
  const { load, pass, taken } = await stage("2026-11-25T08:00:00Z");
  expect(taken()).toHaveLength(1);
  load();
  await pass(2 * HOUR);
  expect(taken()).toEqual([]);
  load(
    project([], [], {
      schedules: [
        { ...OFFICE, default: true, times: [] },
        { ...OFFICE, chan: "sched.main.b" },
      ],
    }),
  );
  expect(taken()).toEqual(["sched.main.b true 11-25T10:00"]);
});

it.each([
  ["ten years on", 10 * 365.25 * 24 * HOUR],
  ["ten years back", -10 * 365.25 * 24 * HOUR],
  ["by a step of half a day", 12 * HOUR],
])("notices within a minute that the clock was set: %s", async (_, jump) => {
  const { clock, pass, settle, taken } = await stage("2026-11-25T08:00:00Z");
  taken();
  clock.jump(jump);
  const weekday = new Date(clock.now()).getUTCDay() % 6 > 0;
  const office = weekday && new Date(clock.now()).getUTCHours() < 18;
  await pass(MINUTE);
  await settle();
  expect(taken().map((text) => text.split(" ")[1])).toEqual(office ? [] : ["false"]);
  // And goes on from there.
  await pass(7 * 24 * HOUR);
  expect(taken().length).toBeGreaterThanOrEqual(9);
});

it("a step back over an edge takes the edge back, and it comes again", async () => {
  const { clock, pass, taken } = await stage("2026-11-25T05:00:10Z");
  expect(taken()).toEqual(["sched.main.office true 11-25T05:00"]);
  clock.jump(-2 * MINUTE);
  await pass(MINUTE);
  expect(taken()).toEqual(["sched.main.office false 11-25T04:59"]);
  await pass(MINUTE);
  expect(taken()).toEqual(["sched.main.office true 11-25T05:00"]);
});

it("notices another zone within a minute, and says so", async () => {
  const { device, pass, sink, taken } = await stage("2026-11-25T05:30:00Z");
  expect(taken()).toEqual(["sched.main.office true 11-25T05:30"]);
  device.zone = "Europe/London";
  await pass(MINUTE);
  expect(taken()).toEqual(["sched.main.office false 11-25T05:31"]);
  await pass(29 * MINUTE);
  expect(taken()).toEqual(["sched.main.office true 11-25T06:00"]);
  expect(sink.entries.map(({ msg }) => msg).join()).toContain("Europe/London");
});

it("keeps its zone while none can be read, and takes UTC for one that it does not know", async () => {
  const { device, pass, sink, taken } = await stage("2026-11-25T05:30:00Z");
  taken();
  device.broken = true;
  await pass(5 * MINUTE);
  expect(taken()).toEqual([]);
  Object.assign(device, { zone: "Mars/Olympus", broken: false });
  await pass(MINUTE);
  expect(taken()).toEqual(["sched.main.office false 11-25T05:36"]);
  expect(sink.entries.filter(({ level }) => level === "error").length).toBeGreaterThan(0);
});

it("has the value of now after a standstill of the device", async () => {
  const { clock, settle, taken } = await stage("2026-11-25T04:00:00Z");
  taken();
  clock.freeze(6 * HOUR);
  await settle();
  expect(taken()).toEqual(["sched.main.office true 11-25T10:00"]);
});

it("ends with its scope, and with the project", async () => {
  const { pass, running, scope, taken } = await stage("2026-11-25T04:00:00Z");
  taken();
  running.stop();
  await pass(3 * HOUR);
  expect(taken()).toEqual([]);
  await scope.end();
  await pass(24 * HOUR);
  expect(taken()).toEqual([]);
});

const CHAN = OFFICE.chan;
const closed = { edited: { [CHAN]: { plan: { default: false }, ts: 1 } }, calendars: [] };

it("takes what people changed on the device at once, and keeps it over another project", async () => {
  const { device, load, pass, running, taken } = await stage("2026-11-25T08:00:00Z");
  expect(taken()).toEqual(["sched.main.office true 11-25T08:00"]);
  device.changed = closed;
  await running.renew();
  expect(taken()).toEqual(["sched.main.office false 11-25T08:00"]);
  load(project([], [], { schedules: [{ ...OFFICE, label: "Büro" }] }));
  await pass(24 * HOUR);
  expect(taken()).toEqual([]);
  device.changed = NO_DEVICE_SCHEDULES;
  await running.renew();
  expect(taken()).toEqual(["sched.main.office true 11-26T08:00"]);
});

it("ends an override at its very moment, whatever the clock did meanwhile", async () => {
  const { clock, device, pass, running, taken } = await stage("2026-11-25T18:30:00Z");
  const until = Date.parse("2026-11-25T21:00:00Z");
  const override = { value: true, from: Date.parse("2026-11-25T18:30:00Z"), until };
  device.changed = { edited: { [CHAN]: { override, ts: 1 } }, calendars: [] };
  await running.renew();
  await pass(HOUR);
  expect(taken()).toEqual(["sched.main.office true 11-25T18:30"]);
  // 19:00 is over, and the override holds: ten minutes back and ten on change nothing.
  clock.jump(-10 * MINUTE);
  await pass(2 * MINUTE);
  clock.jump(10 * MINUTE);
  await pass(2 * MINUTE);
  expect(taken()).toEqual([]);
  clock.jump(until - 30_000 - clock.now());
  await pass(MINUTE);
  await pass(MINUTE);
  expect(taken()).toEqual(["sched.main.office false 11-25T21:00"]);
});

it("goes on with what people changed while that cannot be read, and has the project's plans where it is of no use", async () => {
  const { device, running, sink, taken } = await stage("2026-11-25T08:00:00Z");
  taken();
  device.changed = closed;
  await running.renew();
  device.lost = true;
  await running.renew();
  expect(taken()).toEqual(["sched.main.office false 11-25T08:00"]);
  Object.assign(device, {
    lost: false,
    changed: { edited: { [CHAN]: { plan: { default: false, times: 7 } } }, calendars: [] },
  });
  await running.renew();
  expect(taken()).toEqual(["sched.main.office true 11-25T08:00"]);
  expect(sink.entries.filter(({ level }) => level === "error")).toHaveLength(2);
});

it("does not begin anew by a change while no project runs", async () => {
  const { device, pass, running, taken } = await stage("2026-11-25T08:00:00Z");
  taken();
  running.stop();
  device.changed = closed;
  await running.renew();
  await pass(24 * HOUR);
  expect(taken()).toEqual([]);
});
