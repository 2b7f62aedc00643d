import { readFile, readlink } from "node:fs/promises";
import { ManualClock, Scope } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DeviceService } from "./device-service.ts";
import type { State } from "./state.ts";
import { dhcpAdapter, type SystemBench, staticAdapter, systemBench } from "./testing/system-bench.ts";

let bench: SystemBench;
let scope: Scope;
let said: string[];
beforeEach(async () => {
  bench = await systemBench();
  scope = new Scope();
  said = [];
});
afterEach(async () => {
  await scope.end();
  await bench.remove();
});

const open = () =>
  DeviceService.open({
    root: bench.root,
    clock: new ManualClock(),
    scope,
    log: (line) => said.push(line),
    run: bench.run,
  });
const state = async () => JSON.parse(await bench.read("var/lib/hubwart-hostd/settings.json")) as State;
const save = async (...requests: Parameters<DeviceService["handle"]>[0][]) => {
  const service = await open();
  for (const request of requests) await service.handle(request);
};
const boot = async () => (await open()).boot();
const NETWORK = { use: true, interfaces: [staticAdapter("lan0", "10.0.0.2"), dhcpAdapter("lan1")] };

describe("the boot step", () => {
  it("changes nothing where nothing was saved", async () => {
    expect(await boot()).toEqual([]);
    expect(bench.calls).toEqual([]);
    expect(await bench.networkFiles()).toEqual({});
    expect(await bench.read("etc/hostname")).toBe("alt\n");
  });

  it("applies all that was saved, and a second time changes nothing more", async () => {
    await bench.write("etc/hosts", "127.0.0.1 localhost\n127.0.1.1 alt\n");
    await bench.setUnit("ssh.service", { enabled: true, running: true });
    await save(
      { verb: "save-hostname", hostname: "keller" },
      { verb: "save-zone", zone: "Europe/Berlin" },
      { verb: "save-ntp", settings: { use: true, server: "ntp.example", fallback: "" } },
      { verb: "save-ssh", settings: { use: false, start: true } },
      { verb: "save-network", ...NETWORK },
    );
    expect(await bench.networkFiles()).toEqual({});
    expect(await bench.read("etc/hostname")).toBe("alt\n");
    for (let round = 0; round < 2; round += 1) {
      expect(await boot()).toEqual([]);
      expect(await bench.read("etc/hostname")).toBe("keller\n");
      expect(await bench.read("proc/sys/kernel/hostname")).toBe("keller\n");
      expect(await bench.read("etc/hosts")).toBe("127.0.0.1 localhost\n127.0.1.1 keller\n");
      expect(await readlink(bench.paths.localtime)).toBe("/usr/share/zoneinfo/Europe/Berlin");
      expect(await bench.read("etc/timezone")).toBe("Europe/Berlin\n");
      expect(await readFile(bench.paths.timesyncDropIn, "utf8")).toContain("NTP=ntp.example\n");
      expect(Object.keys(await bench.networkFiles())).toEqual([
        "10-hubwart-lan0.network",
        "10-hubwart-lan1.network",
      ]);
      expect(bench.unit("ssh.service")).toEqual({ enabled: false, masked: true, running: false });
      for (const unit of [
        "systemd-networkd.service",
        "systemd-resolved.service",
        "systemd-timesyncd.service",
      ])
        expect(bench.unit(unit)).toEqual({ enabled: true, masked: false, running: true });
    }
    const changing = bench.calls.filter((call) => /^(enable|disable|mask|unmask)$/.test(call.at(-2) ?? ""));
    expect(changing.map((call) => call.slice(-2).join(" "))).toEqual([
      "enable systemd-networkd.service",
      "enable systemd-resolved.service",
      "disable systemd-networkd-wait-online.service",
      "enable systemd-timesyncd.service",
      "disable ssh.service",
      "mask ssh.service",
    ]);
    // Nothing waits for a unit that is ordered after the boot step.
    for (const call of bench.calls.filter((one) => /^(start|stop)$/.test(one.at(-2) ?? "")))
      expect(call).toContain("--no-block");
  });

  it.each([
    [
      { use: false, start: true },
      { masked: true, running: false },
    ],
    [
      { use: true, start: false },
      { enabled: false, masked: false, running: false },
    ],
    [
      { use: true, start: true },
      { enabled: true, masked: false, running: true },
    ],
  ])("makes SSH %j, whatever it was", async (settings, wanted) => {
    for (const enabled of [false, true]) {
      for (const masked of [false, true]) {
        await bench.setUnit("ssh.service", { enabled, masked, running: !masked });
        await bench.setUnit("ssh.socket", { enabled: !masked, masked, running: !masked });
        await save({ verb: "save-ssh", settings });
        expect(await boot()).toEqual([]);
        expect(bench.unit("ssh.service")).toMatchObject(wanted);
        expect(bench.unit("ssh.socket")).toMatchObject({ masked: wanted.masked, running: false });
      }
    }
  });

  it("removes its own network files when it is no longer to configure the network", async () => {
    await bench.write("etc/systemd/network/80-other.network", "theirs");
    await save({ verb: "save-network", ...NETWORK });
    await boot();
    await save({ verb: "save-network", use: false, interfaces: NETWORK.interfaces });
    await boot();
    expect(await bench.networkFiles()).toEqual({ "80-other.network": "theirs" });
  });

  it("goes on with the other matters when one fails, and says which", async () => {
    await save(
      { verb: "save-network", ...NETWORK },
      { verb: "save-ssh", settings: { use: true, start: true } },
      { verb: "save-hostname", hostname: "keller" },
    );
    bench.failing.add("systemctl enable");
    expect(await boot()).toEqual(["network", "ssh"]);
    expect(await bench.read("etc/hostname")).toBe("keller\n");
    expect(said.join("\n")).toContain("ssh: systemctl enable ssh.service: refused");
  });

  it("leaves a matter alone that somebody else manages by now", async () => {
    await save({ verb: "save-network", ...NETWORK });
    await bench.setUnit("NetworkManager.service", { running: false, enabled: true });
    expect(await boot()).toEqual(["network"]);
    expect(await bench.networkFiles()).toEqual({});
  });

  it("wants new network settings judged once, also when the power fails in between", async () => {
    bench.link("lan0", { ip: "10.0.0.9", gateway: "10.0.0.1" });
    bench.answering.add("10.0.0.1");
    await save({ verb: "save-network", ...NETWORK });
    bench.failing.add("systemctl enable");
    await boot();
    expect((await state()).pending).toEqual({ settings: NETWORK, answered: ["lan0"] });
    bench.failing.clear();
    await boot();
    expect((await state()).pending).toEqual({ settings: NETWORK, answered: ["lan0"] });
  });

  it("puts a damaged file of settings aside and starts the device as it is", async () => {
    for (const text of ["{", "[]", '{"hostname":"a\\nb"}', '{"zone":"../../etc/shadow"}']) {
      await bench.write("var/lib/hubwart-hostd/settings.json", text);
      expect(await boot()).toEqual([]);
      expect(await bench.read("var/lib/hubwart-hostd/settings.json.damaged")).toBe(text);
    }
    expect(await bench.read("etc/hostname")).toBe("alt\n");
    expect(bench.calls).toEqual([]);
  });
});
