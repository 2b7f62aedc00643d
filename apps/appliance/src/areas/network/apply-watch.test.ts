import type { ApplyReport } from "@hubwart/host";
import { beforeEach, describe, expect, it } from "vitest";
import { ApplyWatch } from "./apply-watch.ts";
import { watchBench } from "./watch-testing.ts";

const PUT_BACK: ApplyReport = {
  at: 1_700_000_100,
  outcome: "put-back",
  failures: [
    { device: "eth0", cause: "gateway-silent" },
    { device: "eth1", cause: "no-address" },
  ],
};

const newBench = () => watchBench((deps) => ApplyWatch.start(deps));
let bench: ReturnType<typeof newBench>;
beforeEach(() => {
  bench = newBench();
});

describe("settings that were put back", () => {
  it("are found when they are judged, with adapter and cause, and told once", async () => {
    const watch = await bench.start();
    await bench.pass(60_000);
    expect(watch.findings()).toEqual([]);
    bench.device.report = PUT_BACK;
    await bench.pass(20_000);
    expect(watch.findings()).toEqual([
      {
        code: "network-put-back",
        level: 2,
        text: expect.stringMatching(/Gateway des Adapters eth0.*Adapter eth1 hat keine Adresse/),
        route: "/system/network",
      },
    ]);
    expect(bench.log.entries.map(({ level, msg }) => [level, msg])).toEqual([
      ["warn", watch.findings()[0]?.text],
    ]);
    await bench.stop();
    expect((await bench.start()).findings()).toHaveLength(1);
    expect(bench.log.entries).toHaveLength(1);
  });
  it("are news until somebody decides anew, also after a restart, and again when it happens again", async () => {
    bench.device.report = PUT_BACK;
    const watch = await bench.start();
    watch.decided();
    expect(watch.findings()).toEqual([]);
    await bench.stop();
    const next = await bench.start();
    expect(next.findings()).toEqual([]);
    bench.device.report = { ...PUT_BACK, at: PUT_BACK.at + 500 };
    await bench.pass(10_000);
    expect(next.findings()).toHaveLength(1);
    expect(bench.log.entries).toHaveLength(2);
  });
  it("are not asked for any more once the start is long over", async () => {
    let asked = 0;
    bench.device.host.lastApply = async () => {
      asked += 1;
      return undefined;
    };
    await bench.start();
    await bench.pass(600_000);
    const then = asked;
    await bench.pass(3_600_000);
    expect(asked).toBe(then);
    expect(then).toBeGreaterThan(9);
  });
  it("that hold are no news", async () => {
    bench.device.report = { ...PUT_BACK, outcome: "kept", failures: [] };
    expect((await bench.start()).findings()).toEqual([]);
    expect(bench.log.entries).toEqual([]);
  });
  it("complain once when nobody answers", async () => {
    bench.device.host.lastApply = () => Promise.reject(new Error("Der Gerätedienst antwortet nicht."));
    const watch = await bench.start();
    for (let i = 0; i < 5; i += 1) await bench.pass(10_000);
    expect(watch.findings()).toEqual([]);
    expect(bench.log.entries.map(({ msg }) => msg)).toEqual(["Der Gerätedienst antwortet nicht."]);
  });
});
