import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { ReleaseTrial, RunningRelease } from "@hubwart/ipc";
import { beforeEach, expect, it } from "vitest";
import type { PlantState } from "./plant.ts";
import { UpdateSettings } from "./settings.ts";
import { TrialWatch } from "./trial.ts";
import { keepWayBack, WAY_BACK_MS } from "./way-back.ts";

const ALL = ["a", "a/x", "b"];
let clock: ManualClock;
let settings: UpdateSettings;
let watch: TrialWatch;
let up: string[];
let trial: ReleaseTrial | undefined;
let release: RunningRelease | undefined;
let mark: string;
let counts: Map<string, number>;
let told: string[];
let removed: string[];

beforeEach(() => {
  clock = new ManualClock();
  const stored = new Map<string, unknown>();
  settings = new UpdateSettings(
    {
      settings: {
        read: (of: { name: string; fallback: unknown }) => stored.get(of.name) ?? of.fallback,
        write: (of: { name: string }, value: unknown) => void stored.set(of.name, value),
      },
    } as never,
    () => clock.now(),
  );
  up = ALL;
  trial = { id: "u1", left: 900_000, crashes: 0 };
  release = { version: "1.1.0", base: false };
  mark = "as it was";
  counts = new Map();
  told = [];
  removed = [];
  settings.remember({
    trial: { changeover: "u1", version: "1.1.0", from: "1.0.0", before: { hub: "running", up: ALL }, mark },
  });
  const log = createLogger("system", "test", new MemoryLogSink());
  const scope = new Scope();
  const parts = { settings, clock, scope, log };
  watch = new TrialWatch({
    ...parts,
    launcher: {
      release: () => release,
      trial: () => trial,
      changeover: (id, say, reason) => void told.push(`${id} ${say} ${reason}`),
    },
    now: (): PlantState => ({ hub: "running", up }),
    counts: () => counts,
    mark: async () => mark,
  });
  keepWayBack({
    ...parts,
    installer: { versions: async () => ["1.0.0"], remove: async (version) => void removed.push(version) },
  });
});
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 5) {
    clock.advance(5_000);
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  }
}

it("puts the release back over a connection that stays away, not over one that comes back", async () => {
  up = ["a", "b"];
  await pass(55);
  up = ALL;
  await pass(60);
  expect([told, watch.losses]).toEqual([[], 1]);
  up = ["a"];
  await pass(70);
  expect(told).toEqual(["u1 bad Seit dem Update nicht wieder verbunden: a/x, b."]);
  await pass(70);
  expect(told).toHaveLength(1);
});

it("puts the release back over a connection that breaks off again and again", async () => {
  for (let i = 0; i < 5; i += 1) {
    expect(told).toEqual([]);
    up = ["a", "b"];
    await pass(5);
    up = ALL;
    await pass(5);
  }
  expect(told).toEqual(["u1 bad Seit dem Update immer wieder getrennt: a/x."]);
});

it("puts the release back over a pod that crashes and a connection that breaks off between two looks", async () => {
  // Those from before nobody blames it for.
  counts = new Map([
    ["a", 4],
    ["a/x", 9],
  ]);
  await pass(60);
  expect(watch.losses).toBe(0);
  // Seen away once; the count says no more than that.
  up = ["a", "b"];
  await pass(5);
  up = ALL;
  counts.set("a/x", 10);
  await pass(5);
  expect(watch.losses).toBe(1);
  // The hub was started again: it counts anew.
  counts.set("a/x", 1);
  counts.set("a", 3);
  await pass(5);
  counts.set("a/x", 4);
  counts.set("a", 7);
  await pass(5);
  expect([told, watch.losses]).toEqual([[], 8]);
  counts.set("a", 8);
  await pass(5);
  expect(told).toEqual(["u1 bad Seit dem Update immer wieder getrennt: a."]);
});

it("takes no jump of the clock for time", async () => {
  up = ["a"];
  await pass(10);
  clock.jump(3_600_000);
  await pass(10);
  expect(told).toEqual([]);
});

it("judges no connections any more once people have changed what they hang on", async () => {
  mark = "changed";
  up = [];
  await pass(120);
  expect(told).toEqual([]);
  expect(settings.memory().trial?.before).toBeNull();
});

it("forgets a trial that is over, but not before the launcher has said so", async () => {
  release = undefined;
  trial = undefined;
  await pass(10);
  expect(settings.memory().trial).not.toBeNull();
  release = { version: "1.1.0", base: false };
  await pass(10);
  expect(settings.memory().trial).toBeNull();
});

it("removes the release from before after a week of running, whatever the clock says", async () => {
  settings.remember({ previous: "1.0.0", kept: WAY_BACK_MS, trial: null });
  clock.jump(30 * 86_400_000);
  clock.advance(WAY_BACK_MS - 3_600_000);
  await pass(5);
  expect([removed, settings.memory().previous]).toEqual([[], "1.0.0"]);
  clock.advance(3_600_000);
  await pass(5);
  expect([removed, settings.memory().previous]).toEqual([["1.0.0"], null]);
});
