import { ManualClock, Scope } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApplyReport } from "../host.ts";
import { DeviceService } from "./device-service.ts";
import { type State, StateFile } from "./state.ts";
import { type SystemBench, staticAdapter, systemBench } from "./testing/system-bench.ts";

const settings = (ip: string, gw: string) => ({ use: true, interfaces: [staticAdapter("lan0", ip, { gw })] });
const GOOD = settings("10.0.0.2", "10.0.0.1");
const BAD = settings("10.0.0.3", "10.0.0.99");

let bench: SystemBench;
let clock: ManualClock;
let scopes: Scope[];
beforeEach(async () => {
  bench = await systemBench();
  scopes = [];
  bench.link("lan0", { ip: "10.0.0.50", gateway: "10.0.0.1" });
  bench.answering.add("10.0.0.1");
});
afterEach(async () => {
  for (const scope of scopes) await scope.end();
  await bench.remove();
});

async function open() {
  const scope = new Scope();
  scopes.push(scope);
  clock = new ManualClock();
  const log = () => undefined;
  return DeviceService.open({ root: bench.root, clock, scope, log, run: bench.run });
}
/** The device starts: boot step, then the service. */
async function restart(ip: string) {
  for (const scope of scopes) await scope.end();
  await (await open()).boot();
  bench.link("lan0", { ip, gateway: "10.0.0.1" });
  const service = await open();
  await service.begin();
  return service;
}
const save = (service: DeviceService, network: typeof GOOD) =>
  service.handle({ verb: "save-network", ...network });
const configured = (service: DeviceService) =>
  service.handle({ verb: "read", matter: "network", what: "configured" });
const onDisk = async () => JSON.parse(await bench.read("var/lib/hubwart-hostd/settings.json")) as State;
/** Moves the clock in steps until it is so. */
async function moved(done: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(
      () => {
        clock.advance(1_000);
        return done();
      },
      { interval: 2, timeout: 10_000 },
    )
    .toBe(true);
}
/** The same until what is on the disk says that the verdict is there. */
const until = (done: (state: State) => boolean): Promise<void> => moved(async () => done(await onDisk()));
/** Returns when the changes that the service has begun are done: each waits for the one before. */
const turn = (service: DeviceService) =>
  service.handle({ verb: "trial-cancel", id: "no-such-trial" }).catch(() => undefined);
async function verdict(service: DeviceService): Promise<ApplyReport | null> {
  await until(({ pending, unfinished }) => !pending && !unfinished);
  await turn(service);
  return (await service.handle({ verb: "last-apply" })) as ApplyReport | null;
}
const address = async () =>
  /Address=(.*)/.exec((await bench.networkFiles())["10-hubwart-lan0.network"] ?? "")?.[1];

describe("new network settings after the restart of the device", () => {
  it("are kept where they work, and not judged a second time", async () => {
    await save(await open(), GOOD);
    expect(await verdict(await restart("10.0.0.2"))).toMatchObject({ outcome: "kept", failures: [] });
    const later = await restart("10.0.0.77");
    expect(await verdict(later)).toMatchObject({ outcome: "kept" });
    expect(await configured(later)).toEqual(GOOD);
  });

  it("give way to the last good ones where the gateway is silent, as configured and live", async () => {
    await save(await open(), GOOD);
    await verdict(await restart("10.0.0.2"));
    const running = await restart("10.0.0.2");
    await save(running, BAD);
    const service = await restart("10.0.0.3");
    expect(await address()).toBe("10.0.0.3/24");
    bench.calls.length = 0;
    expect(await verdict(service)).toMatchObject({
      outcome: "put-back",
      failures: [{ device: "lan0", cause: "gateway-silent" }],
    });
    expect(await address()).toBe("10.0.0.2/24");
    expect(await configured(service)).toEqual(GOOD);
    expect(bench.calls).toContainEqual(["networkctl", "reload"]);
  });

  it("give way to no files at all where none were saved before", async () => {
    await save(await open(), BAD);
    const service = await restart("10.0.0.77");
    expect(await verdict(service)).toMatchObject({ failures: [{ device: "lan0", cause: "no-address" }] });
    expect(await bench.networkFiles()).toEqual({});
  });

  it("do not take away what was saved in the meantime", async () => {
    await save(await open(), BAD);
    const service = await restart("10.0.0.77");
    await save(service, GOOD);
    expect(await verdict(service)).toMatchObject({ outcome: "put-back" });
    expect(await configured(service)).toEqual(GOOD);
    expect(await bench.networkFiles()).toEqual({});
  });

  it("are judged also where the disk did not take the verdict at once", async () => {
    await save(await open(), GOOD);
    await verdict(await restart("10.0.0.2"));
    await save(await restart("10.0.0.2"), BAD);
    const service = await restart("10.0.0.3");
    const full = vi.spyOn(StateFile.prototype, "update");
    full.mockRejectedValue(new Error("no space left on device"));
    try {
      await moved(() => full.mock.calls.some(([{ report }]) => report !== undefined));
    } finally {
      full.mockRestore();
    }
    expect(await verdict(service)).toMatchObject({ outcome: "put-back" });
    expect(await address()).toBe("10.0.0.2/24");
  });

  it("are judged anew where the device lost its power before the verdict", async () => {
    await save(await open(), BAD);
    await restart("10.0.0.77");
    expect(await verdict(await restart("10.0.0.77"))).toMatchObject({ outcome: "put-back" });
    expect(await bench.networkFiles()).toEqual({});
  });

  it.each(["the service", "the device"])(
    "are put back to the end where %s died in the middle",
    async (who) => {
      await save(await open(), GOOD);
      await verdict(await restart("10.0.0.2"));
      await save(await restart("10.0.0.2"), BAD);
      const service = await restart("10.0.0.3");
      bench.failing.add("networkctl reload");
      bench.calls.length = 0;
      await until(({ pending }) => !pending);
      await expect.poll(() => bench.calls.some((call) => call.includes("reload"))).toBe(true);
      await turn(service);
      expect(await service.handle({ verb: "last-apply" })).toMatchObject({ outcome: "put-back" });
      // As if the files had not been reached either.
      await bench.write(
        "etc/systemd/network/10-hubwart-lan0.network",
        "[Match]\nName=lan0\n[Network]\nAddress=10.0.0.3/24\n",
      );
      bench.failing.clear();
      if (who === "the device") await restart("10.0.0.2");
      else {
        for (const scope of scopes) await scope.end();
        await (await open()).begin();
      }
      await expect.poll(address).toBe("10.0.0.2/24");
    },
  );

  it("are not judged where Hubwart is told to leave the network alone", async () => {
    await save(await open(), { ...GOOD, use: false });
    expect(await verdict(await restart("10.0.0.77"))).toMatchObject({ outcome: "kept" });
  });
});
