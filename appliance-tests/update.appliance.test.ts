/**
 * Updates on the device: releases are taken by root's service, switched with their units, and put back, also when nothing of
 * them works. The repository is served in the device's network.
 */
import { waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { DeviceVendor, type Harm } from "./support/device-releases.ts";
import { keepFigures } from "./support/figures.ts";
import { findings } from "./support/observe.ts";

const PASSWORD = "ein gutes Passwort";
const RELEASES = "/var/lib/hubwart-releases/releases";
/** s that a release has to prove itself; the short one for those that cannot. */
const [GATE, SHORT_GATE] = [60, 8];
const LONGEST = 240_000;

interface Last {
  version: string;
  success: boolean;
  code: number;
  reason: string;
  log: boolean;
}

describe("an update of the device", () => {
  let device: Appliance;
  let vendor: DeviceVendor;
  const scratch = useSharedFolder();
  const figures: Record<string, number | string> = {};
  beforeAll(async () => {
    vendor = await DeviceVendor.make(scratch());
    device = await bootAppliance({ change: (root) => vendor.prepare(root, GATE) });
    await device.api.signIn(PASSWORD);
    await vendor.serve(device);
    const level = { source: "hub", level: "debug", minutes: 60 };
    expect((await device.api.post("/system/log/level", level)).body["code"]).toBe(0);
  });
  afterAll(async () => {
    await device?.stop();
    await vendor?.stop();
    await keepFigures("appliance-update-figures", figures);
  });

  const state = async () =>
    (await device.api.get("/update/state")).body as unknown as { version: string; last: Last | null };
  async function begin(version: string, harm: Harm = {}): Promise<void> {
    await vendor.publish(version, harm);
    expect((await device.api.get("/system/restart", { action: "update" })).body).toEqual({ code: 0 });
  }
  /** Signed in again where the session did not outlive it. */
  async function ended(version: string): Promise<{ version: string; last: Last }> {
    let found: Awaited<ReturnType<typeof state>> | undefined;
    await waitFor(
      async () => {
        found = await state().catch(() => undefined);
        return found?.last?.version === version;
      },
      {
        what: `the end of the update to ${version}`,
        timeout: 180_000,
        interval: 200,
      },
    ).catch(async (error: unknown) => {
      throw new Error(
        `${String(error)}\n${JSON.stringify(found)}\n${(await device.journal()).slice(-6_000)}`,
        {
          cause: error,
        },
      );
    });
    if (!found?.last) throw new Error("no state");
    return { version: found.version, last: found.last };
  }
  const program = async (unit: string) =>
    device.must("bash", ["-c", `tr '\\0' ' ' < /proc/$(systemctl show --value -p MainPID ${unit})/cmdline`]);
  const current = async () => (await device.run("readlink", [`${RELEASES}/current`])).stdout.trim();
  async function settingsIntact(): Promise<void> {
    const { sources } = (await device.api.get("/system/log/levels")).body as { sources: object[] };
    expect(sources).toContainEqual(expect.objectContaining({ source: "hub", level: "debug" }));
  }

  async function putBackTo(version: string): Promise<void> {
    expect(await current()).toBe(version);
    expect(await program("hubwart-hostd.service")).toContain(`${RELEASES}/${version}/`);
    const there = (await device.must("ls", [RELEASES])).split("\n");
    expect(there).toContain(version);
    expect(there.filter((name) => name.localeCompare(version) > 0)).toEqual(["current"]);
    await settingsIntact();
  }

  it("to the next version switches everything but the launcher to it, units included", {
    timeout: LONGEST,
  }, async () => {
    const since = performance.now();
    await begin("0.2.0");
    expect(await ended("0.2.0")).toMatchObject({
      version: "0.2.0",
      last: { success: true, code: 0, reason: "" },
    });
    figures["update of the device, s"] = Math.round((performance.now() - since) / 100) / 10;
    await settingsIntact();
    expect(await current()).toBe("0.2.0");
    expect(await program("hubwart-hostd.service")).toContain(`${RELEASES}/0.2.0/server/hostd.mjs serve`);
    expect(await program("hubwart.service")).toContain("/usr/lib/hubwart/server/launcher.mjs");
    expect(await device.unit("hubwart.service", "Description")).toBe("Hubwart 0.2.0");
    const children = await device.must("pgrep", ["-u", "hubwart", "-af", "server/(appliance|hub).mjs"]);
    for (const line of children.split("\n")) expect(line).toContain(`${RELEASES}/0.2.0/server/`);
    const foreign = ["(", "-not", "-user", "root", "-o", "-perm", "/022", ")", "-not", "-type", "l"];
    expect(await device.must("find", ["/var/lib/hubwart-releases", ...foreign])).toBe("");
    expect((await device.asService(["touch", `${RELEASES}/0.2.0/server/appliance.mjs`])).code).not.toBe(0);
    expect(await device.must("hubwart", ["project", "template", "/root/v.xlsx"])).toBeDefined();
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
  });

  it("to one that crashes at its start is put back with the reason", { timeout: LONGEST }, async () => {
    await begin("0.3.0", { "server/appliance.mjs": () => "console.error('kaputt'); process.exit(3);" });
    const crashed = await ended("0.3.0");
    expect(crashed).toMatchObject({ version: "0.2.0", last: { success: false, code: 1102, log: true } });
    expect(crashed.last.reason).toMatch(/„appliance“ ist 3 Mal unerwartet beendet .* Version 0\.2\.0/);
    expect((await findings(device)).map(({ code }) => code)).toContain("update_failed");
    await putBackTo("0.2.0");
  });

  it("survives that everything is killed in the switch", { timeout: LONGEST }, async () => {
    await begin("0.4.0");
    await waitFor(async () => (await current()) === "0.4.0", {
      what: "the switch",
      timeout: 60_000,
      interval: 5,
    });
    await device.must("systemctl", [
      "kill",
      "--signal=KILL",
      "hubwart.service",
      "hubwart-hostd.service",
      "hubwart-releases.service",
    ]);
    expect(await ended("0.4.0")).toMatchObject({ version: "0.4.0", last: { success: true } });
    expect(await program("hubwart-hostd.service")).toContain(`${RELEASES}/0.4.0/`);
    await settingsIntact();
  });

  it("to one whose hub does nothing is put back by what it lacks", { timeout: LONGEST }, async () => {
    await device.must("sed", [
      "-i",
      `s/^HUBWART_UPDATE_GATE=.*/HUBWART_UPDATE_GATE=${SHORT_GATE}/`,
      "/etc/default/hubwart",
    ]);
    await device.must("systemctl", ["restart", "hubwart.service"]);
    await device.find();
    await begin("0.4.1", { "server/hub.mjs": () => "setInterval(() => undefined, 1000);" });
    const idle = await ended("0.4.1");
    expect(idle).toMatchObject({ version: "0.4.0", last: { success: false, code: 1102 } });
    // On a slow machine the launcher's time may be over first.
    expect(idle.last.reason).toMatch(/Der Hub meldet sich nicht\.|nicht betriebsbereit/);
    await putBackTo("0.4.0");
  });

  it("to one of which not even the units start is put back by root, also over a power cut", {
    timeout: LONGEST,
  }, async () => {
    const broken = (text: string) => text.replace(/^ExecStart=.*$/m, "ExecStart=/usr/bin/false");
    const boot = await device.machine.bootId();
    await begin("0.5.0", {
      "systemd/hubwart.service": broken,
      "systemd/hubwart-hostd.service": broken,
      "server/appliance.mjs": () => "process.exit(3);",
    });
    await waitFor(async () => (await current()) === "0.5.0", {
      what: "the switch",
      timeout: 60_000,
      interval: 20,
    });
    const noted = ["-q", '"state": "trial"', "/var/lib/hubwart/changeover.json"];
    await waitFor(async () => (await device.run("grep", noted)).code === 0, {
      what: "the trial",
      interval: 20,
    });
    await device.run("systemctl", ["reboot", "--force", "--force"]);
    await waitFor(async () => ![undefined, boot].includes(await device.machine.bootId()), {
      what: "the next start",
      timeout: 60_000,
    });
    const put = await ended("0.5.0");
    expect(put).toMatchObject({ version: "0.4.0", last: { success: false, code: 1102 } });
    expect(put.last.reason).toContain("von selbst zur Version davor zurückgekehrt");
    await putBackTo("0.4.0");
  });
});
