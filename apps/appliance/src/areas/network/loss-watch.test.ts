import { createLogger, MemoryLogSink, Scope } from "@hubwart/core";
import { beforeEach, expect, it } from "vitest";
import { LossWatch } from "./loss-watch.ts";
import { MemoryDevice, memoryOf } from "./testing.ts";

const AT = 1_700_000_100;

let device: MemoryDevice;
let log: MemoryLogSink;
let memory = memoryOf({ told: 0, decided: 0 });
let scope: Scope;
const start = async () => {
  scope = new Scope();
  const { host, clock } = device;
  const watch = LossWatch.start({ host, clock, scope, log: createLogger("system", "network", log), memory });
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

it("says nothing of settings that were read", async () => {
  const watch = await start();
  expect(watch.findings()).toEqual([]);
  watch.decided();
  expect(log.entries).toEqual([]);
});

it("tells that settings were put aside, once in the log, until something is saved anew", async () => {
  device.lost = AT;
  const watch = await start();
  expect(watch.findings()).toEqual([
    {
      code: "host-settings-lost",
      level: 2,
      text: expect.stringContaining("waren nicht lesbar und wurden beiseitegelegt"),
      route: "/system/network",
    },
  ]);
  await scope.end();
  expect((await start()).findings()).toHaveLength(1);
  expect(log.entries.map(({ level }) => level)).toEqual(["warn"]);
  watch.decided();
  expect(watch.findings()).toEqual([]);
  await scope.end();
  expect((await start()).findings()).toEqual([]);
  await scope.end();
  device.lost = AT + 500;
  expect((await start()).findings()).toHaveLength(1);
});

it("asks until somebody answers, and then no more", async () => {
  let asked = 0;
  device.host.settingsLost = async () => {
    asked += 1;
    if (asked < 3) throw new Error("Der Gerätedienst antwortet nicht.");
    return AT;
  };
  const watch = await start();
  expect(watch.findings()).toEqual([]);
  await pass(10_000);
  await pass(10_000);
  expect(watch.findings()).toHaveLength(1);
  await pass(60_000);
  expect(asked).toBe(3);
});
