import { createLogger, MemoryLogSink, Scope } from "@hubwart/core";
import type { ApplyReport } from "@hubwart/host";
import { beforeEach, describe, expect, it } from "vitest";
import { ApplyWatch } from "./apply-watch.ts";
import { MemoryDevice, memoryOf } from "./testing.ts";

const PUT_BACK: ApplyReport = {
  at: 1_700_000_100,
  outcome: "put-back",
  failures: [
    { device: "eth0", cause: "gateway-silent" },
    { device: "eth1", cause: "no-address" },
  ],
};

let device: MemoryDevice;
let log: MemoryLogSink;
let memory = memoryOf({ told: 0, decided: 0 });
let scope: Scope;
const start = async () => {
  scope = new Scope();
  const watch = ApplyWatch.start({
    host: device.host,
    clock: device.clock,
    scope,
    log: createLogger("system", "network", log),
    memory,
  });
  await pass(0);
  return watch;
};
/** Time passes, and what it sets off is done. */
const pass = async (ms: number) => {
  device.clock.advance(ms);
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};
beforeEach(() => {
  device = new MemoryDevice();
  log = new MemoryLogSink();
  memory = memoryOf({ told: 0, decided: 0 });
});

describe("settings that were put back", () => {
  it("are found when they are judged, with adapter and cause, and told once", async () => {
    const watch = await start();
    await pass(60_000);
    expect(watch.findings()).toEqual([]);
    device.report = PUT_BACK;
    await pass(20_000);
    expect(watch.findings()).toEqual([
      {
        code: "network-put-back",
        level: 2,
        text: expect.stringMatching(/Gateway des Adapters eth0.*Adapter eth1 hat keine Adresse/),
        route: "/system/network",
      },
    ]);
    expect(log.entries.map(({ level, msg }) => [level, msg])).toEqual([["warn", watch.findings()[0]?.text]]);
    await scope.end();
    expect((await start()).findings()).toHaveLength(1);
    expect(log.entries).toHaveLength(1);
  });
  it("are news until somebody decides anew, also after a restart, and again when it happens again", async () => {
    device.report = PUT_BACK;
    const watch = await start();
    watch.decided();
    expect(watch.findings()).toEqual([]);
    await scope.end();
    const next = await start();
    expect(next.findings()).toEqual([]);
    device.report = { ...PUT_BACK, at: PUT_BACK.at + 500 };
    await pass(10_000);
    expect(next.findings()).toHaveLength(1);
    expect(log.entries).toHaveLength(2);
  });
  it("are not asked for any more once the start is long over", async () => {
    let asked = 0;
    device.host.lastApply = async () => {
      asked += 1;
      return undefined;
    };
    await start();
    await pass(600_000);
    const then = asked;
    await pass(3_600_000);
    expect(asked).toBe(then);
    expect(then).toBeGreaterThan(9);
  });
  it("that hold are no news", async () => {
    device.report = { ...PUT_BACK, outcome: "kept", failures: [] };
    expect((await start()).findings()).toEqual([]);
    expect(log.entries).toEqual([]);
  });
  it("complain once when nobody answers", async () => {
    device.host.lastApply = () => Promise.reject(new Error("Der Gerätedienst antwortet nicht."));
    const watch = await start();
    for (let i = 0; i < 5; i += 1) await pass(10_000);
    expect(watch.findings()).toEqual([]);
    expect(log.entries.map(({ msg }) => msg)).toEqual(["Der Gerätedienst antwortet nicht."]);
  });
});
