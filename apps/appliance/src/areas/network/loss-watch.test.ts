import { beforeEach, expect, it } from "vitest";
import { LossWatch } from "./loss-watch.ts";
import { watchBench } from "./watch-testing.ts";

const AT = 1_700_000_100;

const newBench = () => watchBench((deps) => LossWatch.start(deps));
let bench: ReturnType<typeof newBench>;
beforeEach(() => {
  bench = newBench();
});

it("says nothing of settings that were read", async () => {
  const watch = await bench.start();
  expect(watch.findings()).toEqual([]);
  watch.decided();
  expect(bench.log.entries).toEqual([]);
});

it("tells that settings were put aside, once in the log, until something is saved anew", async () => {
  bench.device.lost = AT;
  const watch = await bench.start();
  expect(watch.findings()).toEqual([
    {
      code: "host-settings-lost",
      level: 2,
      text: expect.stringContaining("waren nicht lesbar und wurden beiseitegelegt"),
      route: "/system/network",
    },
  ]);
  await bench.stop();
  expect((await bench.start()).findings()).toHaveLength(1);
  expect(bench.log.entries.map(({ level }) => level)).toEqual(["warn"]);
  watch.decided();
  expect(watch.findings()).toEqual([]);
  await bench.stop();
  expect((await bench.start()).findings()).toEqual([]);
  await bench.stop();
  bench.device.lost = AT + 500;
  expect((await bench.start()).findings()).toHaveLength(1);
});

it("asks until somebody answers, and then no more", async () => {
  let asked = 0;
  bench.device.host.settingsLost = async () => {
    asked += 1;
    if (asked < 3) throw new Error("Der Gerätedienst antwortet nicht.");
    return AT;
  };
  const watch = await bench.start();
  expect(watch.findings()).toEqual([]);
  await bench.pass(10_000);
  await bench.pass(10_000);
  expect(watch.findings()).toHaveLength(1);
  await bench.pass(60_000);
  expect(asked).toBe(3);
});
