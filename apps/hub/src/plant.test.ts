import { createLogger, ManualClock, MemoryLogSink, Pulse, Scope } from "@hubwart/core";
import { POD_PROTOCOL } from "@hubwart/ipc";
import { expect, it } from "vitest";
import { Plant } from "./plant.ts";
import { fakeChildren } from "./testing/fake-child.ts";
import { channel, pod, project } from "./testing/projects.ts";

const PROJECT = project(
  [
    pod("t.p", [
      channel("t.p.a"),
      channel("t.p.written", { dir: "inout" }),
      channel("t.p.bad"),
      channel("t.p.never"),
      channel("t.p.other", { iface: "second" }),
    ]),
  ].map((made) => ({ ...made, ifaces: ["main", "second"].map((id) => ({ id, config: {} })) })),
  [],
  { constants: [{ chan: "const.main.limit", type: "int", value: 5 }] },
);
const SECOND = { iface: "second", active: 1, count: 1, last: 1 };

async function setup() {
  const clock = new ManualClock();
  const scope = new Scope();
  const { children, start } = fakeChildren();
  const observed: number[] = [];
  const plant = new Plant({
    clock,
    pulse: new Pulse({ clock, scope, used: () => 0 }),
    log: createLogger("hub", "hub", new MemoryLogSink(), () => clock.now()),
    fork: start,
    restartDelayMax: 1_000,
    settings: () => Promise.resolve(new Map()),
    // Nothing is there, and internal pods need nothing of it.
    tokenFolder: "/nowhere",
    handoverFolder: "/nowhere",
    stateFolder: "/nowhere",
    ownFolders: "/nowhere",
    authorities: () => [],
    entries: () => undefined,
    changed: () => undefined,
    stores: { load: () => Promise.resolve(), observe: (number) => observed.push(number) },
    scripts: WATCHER,
    energy: WATCHER,
    alarms: { ...WATCHER, ask: () => Promise.reject(new Error("no alarms")) },
    zone: () => Promise.resolve("UTC"),
    layout: { scheduleEdits: "/nowhere", scheduleCalendars: "/nowhere" },
    scope,
  });
  await plant.load(PROJECT, "v1");
  const says = (message: object) => children[0]?.says(message);
  says({ t: "hello", protocol: POD_PROTOCOL, id: "t.p", pid: 7 });
  says({ t: "loaded", problems: [] });
  says({ t: "conn", iface: { ...SECOND, state: true } });
  says({
    t: "values",
    seq: 1,
    values: { n: [0, 1, 2, 4], v: [1, 2, 3, 4], q: [0, 0, 2, 0], t: [5, 5, 5, 5] },
  });
  plant.write(1, 9);
  observed.length = 0;
  const qualities = () =>
    Object.fromEntries(plant.table.names.map((name, number) => [name, plant.table.qualities[number]]));
  return { clock, observed, plant, qualities, says };
}
/** What the hub knows by itself, what is bad and what never came stay as they are. */
const KNOWN = { "t.p.written": 0, "t.p.bad": 2, "t.p.never": 2, "const.main.limit": 0 };

const WATCHER = { load: () => Promise.resolve(), observe: () => undefined, stop: () => Promise.resolve() };

it("doubts all that came from outside, and that alone, until it comes again", async () => {
  const { observed, plant, qualities, says } = await setup();
  expect(qualities()).toEqual({ ...KNOWN, "t.p.a": 0, "t.p.other": 0 });
  plant.doubt();
  expect(qualities()).toEqual({ ...KNOWN, "t.p.a": 1, "t.p.other": 1 });
  expect(observed).toEqual([0, 4]);
  // Once: nobody is told again of what is uncertain already.
  plant.doubt();
  expect(observed).toEqual([0, 4]);
  says({ t: "values", seq: 2, values: { n: [0], v: [1], t: [6] } });
  expect(qualities()).toEqual({ ...KNOWN, "t.p.a": 0, "t.p.other": 1 });
});

it("doubts what came over an interface that is lost, and no other", async () => {
  const { qualities, says } = await setup();
  says({ t: "conn", iface: { ...SECOND, state: false } });
  expect(qualities()).toEqual({ ...KNOWN, "t.p.a": 0, "t.p.other": 1 });
});

it("doubts what a pod said that falls silent", async () => {
  const { clock, qualities } = await setup();
  clock.advance(12_000);
  expect(qualities()).toEqual({ ...KNOWN, "t.p.a": 1, "t.p.other": 1 });
});
