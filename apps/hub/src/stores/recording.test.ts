import { ManualClock, Scope } from "@hubwart/core";
import type { Recording as Rule } from "@hubwart/project";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ChannelTable } from "../channels/table.ts";
import { channel, pod, project } from "../testing/projects.ts";
import { Recording } from "./recording.ts";

let clock: ManualClock;
let scope: Scope;
let recorded: [string, unknown, number][];
beforeEach(() => {
  clock = new ManualClock();
  scope = new Scope();
  recorded = [];
});
afterEach(() => scope.end());

function start(rule: Rule | undefined) {
  const plant = project([
    pod("fake.a", [
      channel("fake.a.x", { type: "float", ...(rule ? { record: rule } : {}) }),
      channel("fake.a.y"),
    ]),
  ]);
  const table = new ChannelTable(plant);
  const recording = new Recording(clock, scope, (at, value, quality) =>
    recorded.push([table.names[at] ?? "", value, quality]),
  );
  const count = recording.load(plant, table);
  const set = (value: unknown, quality: 0 | 1 | 2 = 0, at = 0) => {
    table.values[at] = value;
    table.qualities[at] = quality;
    table.counts[at] = (table.counts[at] ?? 0) + 1;
    recording.observe(at);
  };
  return { count, plant, recording, set, table };
}
const values = () => recorded.map(([, value]) => value);

it("records changes of marked channels only", () => {
  const { count, set } = start({});
  expect(count).toBe(1);
  for (const value of [1, 1, 2, 2, 1]) set(value);
  set(9, 0, 1);
  expect(recorded).toEqual([
    ["fake.a.x", 1, 0],
    ["fake.a.x", 2, 0],
    ["fake.a.x", 1, 0],
  ]);
  expect(start(undefined).count).toBe(0);
});

it("takes a change of quality for a change", () => {
  const { set } = start({ deadBand: 100 });
  set(1);
  set(1, 1);
  set(1, 2);
  set(1);
  expect(recorded.map(([, , quality]) => quality)).toEqual([0, 1, 2, 0]);
});

it("leaves out what stays within the dead band of the last recorded value, not of the last one", () => {
  const { set } = start({ deadBand: 1 });
  for (const value of [10, 10.9, 11, 11.1, 10.2, 10.05]) set(value);
  expect(values()).toEqual([10, 11.1, 10.05]);
});

it("records at most one value per interval, and the newest when it is over", () => {
  const { set } = start({ interval: 5_000 });
  set(1);
  set(2);
  clock.advance(3_000);
  set(3);
  expect(values()).toEqual([1]);
  clock.advance(2_250);
  expect(values()).toEqual([1, 3]);
  clock.advance(60_000);
  expect(values()).toEqual([1, 3]);
  set(4);
  expect(values()).toEqual([1, 3, 4]);
});

it("records nothing for what came back within its interval", () => {
  const { set } = start({ interval: 5_000 });
  set(1);
  set(2);
  set(1);
  clock.advance(10_000);
  expect(values()).toEqual([1]);
});

it("goes on where it was when another project keeps the channel", () => {
  const { recording, set, table } = start({});
  set(5);
  const next = project([
    pod("fake.b", [channel("fake.b.z")]),
    pod("fake.a", [channel("fake.a.x", { type: "float", record: {} })]),
  ]);
  const after = new ChannelTable(next);
  after.inherit(table);
  recording.load(next, after);
  recording.observe(1);
  expect(values()).toEqual([5]);
  after.values[1] = 6;
  recording.observe(1);
  expect(values()).toEqual([5, 6]);
});

it("takes another project although channels between the recorded ones are not", () => {
  const plant = project([
    pod("fake.a", [
      channel("fake.a.none"),
      channel("fake.a.x", { type: "float", record: {} }),
      channel("fake.a.nor"),
      channel("fake.a.y", { type: "float", record: {} }),
    ]),
  ]);
  const recording = new Recording(clock, scope, (_at, value) => recorded.push(["", value, 0]));
  expect(recording.load(plant, new ChannelTable(plant))).toBe(2);
  const table = new ChannelTable(plant);
  expect(recording.load(plant, table)).toBe(2);
  table.values[3] = 7;
  table.counts[3] = 1;
  recording.observe(3);
  expect(values()).toEqual([7]);
});
