import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { CompiledMeter } from "@hubwart/project/compiled";
import { descendants } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, describe, expect, it } from "vitest";
import { useHubBuild } from "../testing/hub-build.ts";
import type { HubProcess } from "../testing/hub-process.ts";
import { channel, pod, project } from "../testing/projects.ts";

const dataDir = useFolder();

const build = useHubBuild();
let hub: HubProcess;
afterEach(() => hub.stop());

const ECHO = pod("fake.b", [
  channel("fake.b.set", { dir: "out", type: "float" }),
  channel("fake.b.echo", { config: { of: "fake.b.set" }, type: "float" }),
  channel("fake.b.out", { dir: "out", type: "float" }),
]);
const meter = (given: Partial<CompiledMeter> = {}): CompiledMeter => ({
  id: "strom",
  label: "Strom",
  source: "fake.b.echo",
  medium: "electricity",
  unit: "kWh",
  kind: "counter",
  target: 100,
  targetFor: "day",
  cost: { chan: "const.main.price" },
  ...given,
});
const plantOf = (meters: CompiledMeter[]) =>
  project([ECHO], [{ source: "meter.strom.day", target: "fake.b.out" }], {
    constants: [{ chan: "const.main.price", type: "float", value: 0.25 }],
    meters,
  });
const today = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function total(): Promise<{ amount: number | null; cost?: number; missing: number }> {
  const now = Date.now();
  const { meters } = await hub.client.request("energySums", {
    // Whatever the zone, the readings are in these days.
    from: today(now - 2 * 86_400_000),
    to: today(now + 2 * 86_400_000),
    step: "day",
  });
  return meters[0]?.total ?? { amount: null, missing: 0 };
}
async function read(value: number): Promise<void> {
  await hub.client.request("write", { chan: "fake.b.set", value });
  await hub.until(`the reading ${value}`, async () => (await hub.value("fake.b.echo")).value === value);
}
async function energyProcess(): Promise<number> {
  for (const pid of await descendants(hub.child.pid ?? 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("energy.mjs")) return pid;
  }
  return 0;
}

it("derives consumption and cost, tells what a meter is, and gives its figures as sources that links take", async () => {
  hub = await build.start({ project: plantOf([meter()]) });
  await read(1_000);
  await hub.until("the first reading", async () => {
    const { meters } = await hub.client.request("energy", {});
    return meters[0]?.reading === 1_000;
  });
  await read(1_004);
  await hub.until("the consumption", async () => (await total()).amount === 4);
  expect(await total()).toMatchObject({ amount: 4, cost: 1 });
  const { meters, zone } = await hub.client.request("energy", {});
  expect(meters).toEqual([
    expect.objectContaining({ id: "strom", cost: true, co2: false, breaks: 0, target: 100 }),
  ]);
  expect(zone).not.toBe("");
  const { records } = await hub.client.request("traceData", { filter: ["meter.*"], tags: [], details: true });
  expect(records.map(({ chan, details }) => [chan, details?.unit, details?.writable])).toEqual([
    ["meter.strom.quarter", "kWh", false],
    ["meter.strom.power", "kW", false],
    ["meter.strom.day", "kWh", false],
    ["meter.strom.yesterday", "kWh", false],
    ["meter.strom.month", "kWh", false],
    ["meter.strom.deviation", "%", false],
  ]);
  await expect(
    hub.client.request("energySums", { from: "2026-02-30", to: "2026-03-01", step: "day" }),
  ).rejects.toThrow(/Tag wie/);
  await expect(hub.client.request("energyEvents", { meter: "nichts", limit: 5 })).rejects.toThrow("nichts");
});

it("counts an exchange that somebody tells, and says whoever contradicts a reading", async () => {
  hub = await build.start({ project: plantOf([meter()]) });
  await read(1_000);
  await hub.until(
    "the first reading",
    async () => (await hub.client.request("energy", {})).meters[0]?.reading === 1_000,
  );
  const told = { meter: "strom", at: Date.now(), by: "Anna" };
  await expect(
    hub.client.request("energyExchange", { ...told, end_reading: 999, start_reading: 5 }),
  ).rejects.toThrow("letzten Stand, der gelesen wurde (1000)");
  const exchange = { ...told, end_reading: 1_003, start_reading: 5 };
  expect(await hub.client.request("energyExchange", exchange)).toEqual({
    announced: true,
    amount: 0,
    repeated: false,
  });
  await read(7);
  await hub.until("the consumption of both", async () => (await total()).amount === 5);
  expect(await hub.client.request("energyExchange", exchange)).toEqual({
    announced: false,
    amount: 0,
    repeated: true,
  });
  await expect(hub.client.request("energyExchange", { ...exchange, end_reading: 1_002 })).rejects.toThrow(
    "schon ein Tausch mit anderen Ständen eingetragen: Endstand 1003, Anfangsstand 5",
  );
  expect((await total()).amount).toBe(5);
  const { events } = await hub.client.request("energyEvents", { meter: "strom", limit: 5 });
  expect(events).toEqual([expect.objectContaining({ what: "exchange", by: "Anna", end: 1_003, start: 5 })]);
});

it("loses no consumption and counts none twice, however often it is killed", async () => {
  try {
    hub = await build.start({ project: plantOf([meter()]), dataDir: dataDir() });
    let reading = 5_000;
    await read(reading);
    await hub.until(
      "the first reading",
      async () => (await hub.client.request("energy", {})).meters.length === 1 && (await total()).missing < 2,
    );
    await hub.until(
      "its begin",
      async () => (await hub.client.request("energy", {})).meters[0]?.begun !== undefined,
    );
    for (let round = 0; round < 12; round += 1) {
      for (let n = 0; n < 3; n += 1) {
        reading += (round * 7 + n) % 5;
        await read(reading + 0.5);
      }
      const pid = await energyProcess();
      if (round % 4 === 3) {
        await hub.stop();
        hub = await build.start({ project: plantOf([meter()]), dataDir: dataDir() });
      } else if (pid > 0) process.kill(pid, "SIGKILL");
    }
    reading += 10;
    await read(reading);
    await hub.until("all of it", async () => {
      try {
        return (await total()).amount === reading - 5_000;
      } catch {
        return false;
      }
    });
    expect((await hub.client.request("energyEvents", { meter: "strom", limit: 50 })).events).toEqual([]);
  } finally {
    await hub.stop();
  }
}, 120_000);

it("has no process without meters, and says so", async () => {
  hub = await build.start({ project: project([ECHO], []) });
  expect(await hub.client.request("energy", {})).toMatchObject({ meters: [] });
  await expect(hub.client.request("energyEvents", { meter: "z", limit: 1 })).rejects.toThrow("keine Zähler");
  expect(await energyProcess()).toBe(0);
});

describe("what keeps consumption from the disk is told of the hub", () => {
  const dataDir = useFolder();
  const trouble = async () => (await hub.client.request("status", {})).energy;
  afterEach(async () => {
    await hub.stop();
  });

  it("a disk without room, until there is some", async () => {
    const disk = path.join(dataDir(), "energy");
    await mkdir(disk, { mode: 0o700 });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k,mode=0700", "hubwart-test", disk]);
    try {
      hub = await build.start({ project: plantOf([meter()]), dataDir: dataDir() });
      await hub.until("the process", async () => (await energyProcess()) > 0);
      await hub.client.request("energy", {});
      expect(await trouble()).toBeUndefined();
      execFileSync("sh", ["-c", `dd if=/dev/zero of=${disk}/fill bs=1k 2>/dev/null; true`]);
      // The first reading is written down at once.
      await read(1_000);
      await hub.until("the trouble", async () => (await trouble())?.includes("nicht speichern") === true);
      expect((await hub.client.request("energy", {})).trouble).toBe(await trouble());
      await rm(path.join(disk, "fill"));
      await read(1_001);
      await hub.until("its end", async () => (await trouble()) === undefined);
      expect((await total()).amount).toBe(1);
    } finally {
      await hub.stop();
      execFileSync("umount", ["--lazy", disk]);
    }
  });

  it("a file that was damaged, and what was done about it", async () => {
    await mkdir(path.join(dataDir(), "energy"), { mode: 0o700 });
    await writeFile(path.join(dataDir(), "energy/energy.db"), "no database at all ".repeat(200));
    hub = await build.start({ project: plantOf([meter()]), dataDir: dataDir() });
    await hub.until("the finding", async () => (await trouble())?.includes("beschädigt") === true);
    await read(1_000);
    await hub.until(
      "it goes on",
      async () => (await hub.client.request("energy", {})).meters[0]?.reading === 1_000,
    );
  });

  it("a process that hangs, or falls again and again", async () => {
    hub = await build.start({ project: plantOf([meter()]), dataDir: dataDir() });
    await hub.until("the process", async () => (await energyProcess()) > 0);
    await hub.client.request("energy", {});
    process.kill(await energyProcess(), "SIGSTOP");
    await hub.until(
      "the silence",
      async () => (await trouble())?.includes("antwortet nicht") === true,
      60_000,
    );
    await hub.until("a new one", async () => (await trouble()) === undefined, 60_000);
    for (let fall = 0; fall < 5; fall += 1) {
      let pid = 0;
      await hub.until("one that runs", async () => {
        pid = await energyProcess();
        return pid > 0;
      });
      process.kill(pid, "SIGKILL");
      await hub.until("its end", async () => (await energyProcess()) !== pid);
    }
    await hub.until("the falls", async () => (await trouble())?.includes("stürzt") === true);
  }, 150_000);
});
