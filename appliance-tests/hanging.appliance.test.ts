/**
 * What hangs or is killed comes back by itself: the appliance and the hub by the launcher, the launcher and the device service
 * by systemd, whose patience is shortened here and nothing else.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { keepFigures } from "./support/figures.ts";
import { findings } from "./support/observe.ts";
import { type OurProcess, ourProcesses } from "./support/processes.ts";

const PASSWORD = "ein gutes Passwort";
/** Instead of one or two minutes, s. */
const WATCHDOG = 8;
const SERVICES = ["hubwart.service", "hubwart-hostd.service"];

async function shorten(root: string): Promise<void> {
  for (const service of SERVICES) {
    const shipped = await readFile(path.join(root, "usr/lib/systemd/system", service), "utf8");
    expect(shipped, service).toMatch(/^WatchdogSec=\d+$/m);
    const folder = path.join(root, "etc/systemd/system", `${service}.d`);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "test.conf"), `[Service]\nWatchdogSec=${WATCHDOG}\n`);
  }
}

describe("a process of the device", () => {
  let device: Appliance;
  let before: string[];
  const figures: Record<string, number | string> = {};
  beforeAll(async () => {
    device = await bootAppliance({ change: shorten });
    await device.api.signIn(PASSWORD);
    before = await troubles();
  });
  afterAll(async () => {
    await device?.stop();
    await keepFigures("appliance-hanging-figures", figures);
  });

  const pidsOf = (all: readonly OurProcess[]) => Object.fromEntries(all.map(({ name, pid }) => [name, pid]));
  const pids = async () => pidsOf(await ourProcesses(device));
  const signal = async (how: string, ...names: string[]) => {
    const now = await pids();
    await device.must("kill", [`-${how}`, ...names.map((name) => now[name] ?? "none")]);
    return now;
  };
  /** The manufacturer's servers are not in this network, which is noticed some time after a start. */
  const troubles = async () =>
    (await findings(device)).map(({ code }) => code).filter((code) => !code.endsWith("_server"));
  const restarts = async (service: string) => Number(await device.unit(service, "NRestarts"));

  /** Each of `names` runs anew, alone, below the one that starts it; the others run on as they were. */
  async function anew(old: Record<string, string>, names: string[], what: string): Promise<void> {
    const since = performance.now();
    let all: OurProcess[] = [];
    await waitFor(
      async () => {
        all = await ourProcesses(device);
        const now = pidsOf(all);
        return names.every((name) => now[name] !== undefined && now[name] !== old[name]);
      },
      { what, timeout: 90_000, interval: 200, detail: () => JSON.stringify({ old, all }) },
    );
    await device.find();
    figures[`${what}, s`] = Number(((performance.now() - since) / 1000).toFixed(1));
    all = await ourProcesses(device);
    expect(all.map(({ name }) => name)).toEqual(["appliance", "hostd", "hub", "launcher"]);
    const now = pidsOf(all);
    const ofLauncher = now["launcher"];
    expect(all.map(({ parent }) => parent)).toEqual([ofLauncher, "1", ofLauncher, "1"]);
    for (const name of Object.keys(old)) if (!names.includes(name)) expect(now[name], name).toBe(old[name]);
    // The device service answers, and nothing failed for good.
    expect((await device.api.get("/network/hostname")).body["code"]).toBe(0);
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
    const cores = await device.must("find", ["/var/lib/hubwart", "/var/lib/hubwart-hostd", "-name", "core*"]);
    expect(cores).toBe("");
  }

  it("that hangs is ended and started again, and nobody else: appliance, hub, device service", async () => {
    const old = await signal("STOP", "appliance", "hub", "hostd");
    await anew(old, ["appliance", "hub", "hostd"], "appliance, hub and device service hang");
    // systemd heard of the launcher all the time.
    expect(await Promise.all(SERVICES.map(restarts))).toEqual([0, 1]);
    expect(await device.journal("hubwart.service")).toContain(
      "appliance ist unerwartet beendet (antwortete nicht mehr)",
    );
    expect(await device.journal("hubwart-hostd.service")).toContain("Watchdog timeout");
  });

  it("that hangs is ended with all below it: the launcher", async () => {
    const old = await signal("STOP", "launcher");
    await anew(old, ["launcher", "appliance", "hub"], "the launcher hangs");
    expect(await Promise.all(SERVICES.map(restarts))).toEqual([1, 1]);
    expect(await troubles()).toEqual(before);
  });

  it.each(["KILL", "ABRT"])(
    "that ends by SIG%s is started again: launcher and device service",
    async (how) => {
      const counted = await Promise.all(SERVICES.map(restarts));
      const old = await signal(how, "launcher", "hostd");
      await anew(
        old,
        ["launcher", "appliance", "hub", "hostd"],
        `launcher and device service end by SIG${how}`,
      );
      expect(await Promise.all(SERVICES.map(restarts))).toEqual(counted.map((count) => count + 1));
      expect(await troubles()).toEqual(before);
    },
  );
});
