import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { ConflictError, ManualClock, NotFoundError, ResultError, Scope } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Trial } from "../host.ts";
import { DeviceService } from "./device-service.ts";
import { StateFile } from "./state.ts";
import { dhcpAdapter, type SystemBench, staticAdapter, systemBench } from "./testing/system-bench.ts";

const OLD = "[Match]\nName=lan0\n# by hand: ü\n";
const TRIED = [staticAdapter("lan0", "10.0.0.2"), dhcpAdapter("lan1")];

let bench: SystemBench;
let scopes: Scope[];
let clock: ManualClock;
beforeEach(async () => {
  bench = await systemBench();
  await bench.write("etc/systemd/network/10-hubwart-lan0.network", OLD);
  await bench.write("etc/systemd/network/80-other.network", "theirs");
  scopes = [];
  clock = new ManualClock();
});
afterEach(async () => {
  for (const scope of scopes) await scope.end();
  await bench.remove();
});

const BEFORE = { "10-hubwart-lan0.network": OLD, "80-other.network": "theirs" };

/** A process of the service; what an earlier one left, it finds on the disk alone. */
async function serve() {
  const scope = new Scope();
  scopes.push(scope);
  clock = new ManualClock();
  const service = await DeviceService.open({
    root: bench.root,
    clock,
    scope,
    log: () => undefined,
    run: bench.run,
  });
  return service;
}
async function begun() {
  const service = await serve();
  await service.begin();
  return service;
}
const answered = (service: DeviceService, seconds = 120) =>
  service.handle({ verb: "trial-start", interfaces: TRIED, seconds }) as Promise<Trial>;
/** Returns when the network follows. */
const start = async (service: DeviceService, seconds?: number) => {
  const before = reloads();
  const trial = await answered(service, seconds);
  clock.advance(1_000);
  await expect.poll(reloads).toBeGreaterThan(before);
  await settled(service);
  return trial;
};
/** Returns when everything is back. */
const cancel = async (service: DeviceService, id: string) => {
  const before = reloads();
  await service.handle({ verb: "trial-cancel", id });
  expect((await state(service)).current).toMatchObject({ id, remaining: 0 });
  expect(reloads()).toBe(before);
  clock.advance(1_000);
  await expect.poll(async () => (await settled(service)).last).toMatchObject({ id, outcome: "cancelled" });
};
const state = async (service: DeviceService) =>
  (await service.handle({ verb: "trial-state" })) as {
    current: Trial | null;
    last: { id: string; outcome: string } | null;
  };
/** Lets the service finish what a timer began: changes run one after the other, and one that nothing has waits behind it. */
const settled = async (service: DeviceService) => {
  await expect(service.handle({ verb: "trial-confirm", id: "none" })).rejects.toThrow(NotFoundError);
  return state(service);
};
const uptime = (seconds: number) => bench.write("proc/uptime", `${seconds}.00 1.00\n`);
const reloads = () => bench.calls.filter((call) => call.includes("reload")).length;
const STATE = "var/lib/hubwart-hostd/settings.json";
/** What a full disk does: nothing can take the file's place. */
const blockState = async () => {
  await rm(bench.paths.state);
  await mkdir(bench.paths.state);
};
const unblockState = async (content: string) => {
  await rm(bench.paths.state, { recursive: true });
  await bench.write(STATE, content);
};
const dying = async () => {
  // What kill -9 leaves: no ending, no further step.
  for (const scope of scopes) await scope.end();
};

describe("a network trial", () => {
  it("applies at once and takes everything back, byte for byte, when its time is over", async () => {
    const service = await begun();
    const trial = await start(service, 60);
    expect(trial).toMatchObject({ seconds: 60, remaining: 60, interfaces: TRIED });
    expect((await bench.networkFiles())["10-hubwart-lan0.network"]).toContain("Address=10.0.0.2/24");
    expect(reloads()).toBe(1);
    await uptime(1060);
    clock.advance(60_000);
    await expect
      .poll(async () => (await settled(service)).last)
      .toMatchObject({ id: trial.id, outcome: "expired" });
    expect(await bench.networkFiles()).toEqual(BEFORE);
    expect(reloads()).toBe(2);
  });

  it("goes by the time since the boot, not by a timer that came early", async () => {
    const service = await begun();
    await start(service, 60);
    await uptime(1030);
    clock.advance(60_000);
    expect((await settled(service)).current?.remaining).toBe(30);
    await uptime(1060);
    clock.advance(30_000);
    await expect.poll(async () => (await settled(service)).last?.outcome).toBe("expired");
  });

  it("keeps what is confirmed as configured and last good, for good", async () => {
    const service = await begun();
    const { id } = await start(service);
    await service.handle({ verb: "trial-confirm", id });
    const tried = await bench.networkFiles();
    await uptime(2000);
    clock.advance(600_000);
    expect((await settled(service)).last).toMatchObject({ id, outcome: "confirmed" });
    expect(await bench.networkFiles()).toEqual(tried);
    const network = await service.handle({ verb: "read", matter: "network", what: "configured" });
    expect(network).toEqual({ use: true, interfaces: TRIED });
    // No judgement waits for what a person has seen to work.
    await (await serve()).boot();
    const { current } = await StateFile.open(bench.paths.state, () => undefined);
    expect(current.pending).toBeUndefined();
    expect(current.lastGood).toEqual(network);
    expect(await bench.networkFiles()).toEqual(tried);
  });

  it("cannot be confirmed once its time is over, even if the timer is late", async () => {
    const service = await begun();
    const { id } = await start(service, 60);
    await uptime(1061);
    await expect(service.handle({ verb: "trial-confirm", id })).rejects.toThrow(NotFoundError);
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });

  it("is taken back in its time also where its confirmation could not be noted", async () => {
    const service = await begun();
    const { id } = await start(service, 60);
    const noted = await bench.read(STATE);
    await blockState();
    await expect(service.handle({ verb: "trial-confirm", id })).rejects.toThrow();
    await unblockState(noted);
    await uptime(1060);
    clock.advance(60_000);
    await expect.poll(async () => (await settled(service)).last).toMatchObject({ id, outcome: "expired" });
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });

  it("runs alone, and only its own id ends it", async () => {
    const service = await begun();
    const { id } = await start(service);
    await expect(start(service)).rejects.toThrow(ConflictError);
    for (const verb of ["trial-confirm", "trial-cancel"] as const)
      await expect(service.handle({ verb, id: `${id}x` })).rejects.toThrow(NotFoundError);
    await cancel(service, id);
    expect(await bench.networkFiles()).toEqual(BEFORE);
    await expect(service.handle({ verb: "trial-cancel", id })).rejects.toThrow(NotFoundError);
  });

  it("is answered before the network changes, because the way of the answer may go away with it", async () => {
    const service = await begun();
    await answered(service, 60);
    clock.advance(999);
    await settled(service);
    expect(reloads()).toBe(0);
    clock.advance(1);
    await expect.poll(reloads).toBe(1);
    expect((await settled(service)).current).toMatchObject({ remaining: 60 });
  });

  it("changes nothing if it is cancelled before, and is applied first if it is confirmed before", async () => {
    const service = await begun();
    const first = await answered(service);
    await cancel(service, first.id);
    expect(await bench.networkFiles()).toEqual(BEFORE);
    const second = await answered(service);
    const before = reloads();
    await service.handle({ verb: "trial-confirm", id: second.id });
    expect(reloads()).toBe(before + 1);
    clock.advance(600_000);
    expect((await settled(service)).last).toMatchObject({ id: second.id, outcome: "confirmed" });
    expect((await bench.networkFiles())["10-hubwart-lan0.network"]).toContain("Address=10.0.0.2/24");
  });

  it("fails, with everything as it was, when the network service refuses it", async () => {
    const service = await begun();
    bench.failing.add("networkctl reload");
    await start(service);
    expect(await bench.networkFiles()).toEqual(BEFORE);
    bench.failing.clear();
    clock.advance(5_000);
    await expect.poll(async () => (await settled(service)).last?.outcome).toBe("failed");
    expect(reloads()).toBeGreaterThan(1);
  });

  it("cannot be confirmed when the network service refuses it", async () => {
    const service = await begun();
    const { id } = await answered(service);
    bench.failing.add("networkctl reload");
    await expect(service.handle({ verb: "trial-confirm", id })).rejects.toThrow(ResultError);
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });

  it("is taken back again and again until the network service follows, in the next process too", async () => {
    const service = await begun();
    const { id } = await start(service);
    bench.failing.add("networkctl reload");
    await service.handle({ verb: "trial-cancel", id });
    clock.advance(1_000);
    await expect.poll(reloads).toBe(2);
    await expect(service.handle({ verb: "trial-confirm", id })).rejects.toThrow();
    await dying();
    const next = await begun();
    expect((await state(next)).current).toMatchObject({ id, remaining: 0 });
    bench.failing.clear();
    clock.advance(5_000);
    await expect.poll(async () => (await settled(next)).last).toMatchObject({ id, outcome: "cancelled" });
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });

  it("does not begin before new settings are judged", async () => {
    await bench.write(
      "var/lib/hubwart-hostd/settings.json",
      JSON.stringify({ pending: { settings: { use: true, interfaces: TRIED }, answered: [] } }),
    );
    const service = await begun();
    await expect(start(service)).rejects.toThrow(ConflictError);
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });
});

describe("a network trial whose process was killed", () => {
  it("goes on in the next one until its time is over", async () => {
    const { id } = await start(await begun(), 100);
    await dying();
    await uptime(1040);
    const next = await begun();
    expect((await state(next)).current).toMatchObject({ id, remaining: 60 });
    await uptime(1100);
    clock.advance(60_000);
    await expect.poll(async () => (await settled(next)).last).toMatchObject({ id, outcome: "expired" });
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });

  it("is taken back at once when its time went by meanwhile", async () => {
    await start(await begun(), 100);
    await dying();
    await uptime(1101);
    const next = await begun();
    clock.advance(0);
    await expect.poll(async () => (await settled(next)).last?.outcome).toBe("expired");
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });

  it.each([
    ["before the first file", []],
    ["between two files", ["10-hubwart-lan0.network"]],
    ["before the network service was told", ["10-hubwart-lan0.network", "10-hubwart-lan1.network"]],
  ])("is taken back when that happened %s", async (_when, written) => {
    await start(await begun());
    const tried = await bench.networkFiles();
    await dying();
    // The disk as it was at that moment.
    const stored = await StateFile.open(bench.paths.state, () => undefined);
    const trial = stored.current.trial;
    if (trial) await stored.update({ trial: { ...trial, applied: false } });
    await rm(path.join(bench.paths.networkFolder, "10-hubwart-lan1.network"));
    await bench.write("etc/systemd/network/10-hubwart-lan0.network", OLD);
    for (const name of written) await bench.write(`etc/systemd/network/${name}`, tried[name] ?? "");
    const next = await begun();
    expect((await state(next)).last).toMatchObject({ id: trial?.id, outcome: "failed" });
    expect(await bench.networkFiles()).toEqual(BEFORE);
    expect(reloads()).toBe(2);
  });

  it("is taken back by the boot step when the device restarted", async () => {
    const { id } = await start(await begun());
    await dying();
    await bench.write("proc/sys/kernel/random/boot_id", "boot-2\n");
    await (await serve()).boot();
    expect(await bench.networkFiles()).toEqual(BEFORE);
    expect((await state(await begun())).last).toMatchObject({ id, outcome: "rebooted" });
  });

  it("is taken back after a restart even where the boot step did not run", async () => {
    await start(await begun());
    await dying();
    await bench.write("proc/sys/kernel/random/boot_id", "boot-2\n");
    const next = await begun();
    expect((await state(next)).last?.outcome).toBe("rebooted");
    expect(await bench.networkFiles()).toEqual(BEFORE);
  });
});
