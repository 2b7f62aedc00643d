/**
 * A release proves itself, is confirmed by root's service, and may still be left for the one from before: after it was confirmed,
 * and while it is on trial.
 */
import { waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { DeviceVendor } from "./support/device-releases.ts";

const PASSWORD = "ein gutes Passwort";
const FOLDER = "/var/lib/hubwart-releases";
const LONGEST = 240_000;

describe("a release of the device", () => {
  let device: Appliance;
  let vendor: DeviceVendor;
  const scratch = useSharedFolder();
  beforeAll(async () => {
    vendor = await DeviceVendor.make(scratch());
    device = await bootAppliance({ change: (root) => vendor.prepare(root, 60) });
    await device.api.signIn(PASSWORD);
    await vendor.serve(device);
  });
  afterAll(async () => {
    await device?.stop();
    await vendor?.stop();
  });

  /** s. */
  async function onTrialFor(seconds: number): Promise<void> {
    const set = `s/^HUBWART_UPDATE_TRIAL=.*/HUBWART_UPDATE_TRIAL=${seconds}/`;
    await device.must("sed", ["-i", set, "/etc/default/hubwart"]);
    await device.must("systemctl", ["restart", "hubwart.service"]);
    await device.find();
  }
  async function state() {
    const { body } = await device.api.get("/update/state");
    const { version, trial, back } = body as {
      version: string;
      trial: object | null;
      back: { version: string } | null;
    };
    return { version, trial: trial !== null, back: back?.version };
  }
  async function reached(wanted: Awaited<ReturnType<typeof state>>): Promise<void> {
    let found: unknown;
    await waitFor(
      async () =>
        Object.entries((found = await state())).every(
          ([key, value]) => wanted[key as keyof typeof wanted] === value,
        ),
      {
        what: JSON.stringify(wanted),
        timeout: 180_000,
        interval: 300,
        detail: () => JSON.stringify(found),
      },
    ).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${(await device.journal()).slice(-6_000)}`, { cause: error });
    });
  }
  async function update(version: string): Promise<void> {
    await vendor.publish(version);
    expect((await device.api.get("/system/restart", { action: "update" })).body).toEqual({ code: 0 });
  }
  /** What root runs and keeps. */
  async function root() {
    const has = async (name: string) => (await device.run("test", ["-e", `${FOLDER}/${name}`])).code === 0;
    const main = "tr '\\0' ' ' < /proc/$(systemctl show --value -p MainPID hubwart-hostd.service)/cmdline";
    return {
      current: (await device.run("readlink", [`${FOLDER}/releases/current`])).stdout.trim(),
      trial: await has("trial.json"),
      confirmed: await has("confirmed.json"),
      hostd: (await device.must("bash", ["-c", main])).split(" ")[2],
    };
  }
  const hostdOf = (version: string) => `${FOLDER}/releases/${version}/server/hostd.mjs`;
  const OF_PACKAGE = { current: "", trial: false, hostd: "/usr/lib/hubwart/server/hostd.mjs" };
  const back = async () => {
    const { body } = await device.api.post("/update/back", {});
    expect(body["code"], JSON.stringify(body)).toBe(0);
  };

  it("is confirmed once it has proved itself, and left for the one before when somebody says so", {
    timeout: LONGEST,
  }, async () => {
    await onTrialFor(10);
    await update("0.2.0");
    await reached({ version: "0.2.0", trial: false, back: "0.1.0" });
    expect(await root()).toEqual({
      current: "0.2.0",
      trial: false,
      confirmed: true,
      hostd: hostdOf("0.2.0"),
    });
    await back();
    await reached({ version: "0.1.0", trial: false, back: undefined });
    expect(await root()).toMatchObject(OF_PACKAGE);
  });

  it("is left while it is on trial", { timeout: LONGEST }, async () => {
    await onTrialFor(900);
    await update("0.3.0");
    await reached({ version: "0.3.0", trial: true, back: "0.1.0" });
    expect(await root()).toMatchObject({ current: "0.3.0", hostd: hostdOf("0.3.0") });
    await back();
    await reached({ version: "0.1.0", trial: false, back: undefined });
    expect(await root()).toMatchObject(OF_PACKAGE);
    expect(await device.must("systemctl", ["is-system-running"])).toBe("running");
  });

  it("leaves each of these in the record of root's service", async () => {
    const record = await device.must("cat", [`${FOLDER}/changes.log`]);
    const verbs = [...record.matchAll(/"audit":"(\w+)","fields":\{"version":"([\d.]+)"/g)].map(
      ([, verb, version]) => `${verb} ${version}`,
    );
    for (const one of [
      "install 0.2.0",
      "use 0.2.0",
      "confirm 0.2.0",
      "back 0.2.0",
      "use 0.3.0",
      "back 0.3.0",
    ])
      expect(verbs).toContain(one);
    expect(await device.must("stat", ["--format=%U %a", `${FOLDER}/changes.log`])).toBe("root 600");
  });
});
