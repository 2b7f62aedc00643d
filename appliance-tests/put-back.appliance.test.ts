/**
 * Network settings that do not work come back by themselves after the restart of the device: here two at once, because
 * each waits 90 s. An unplugged cable is none of them.
 */
import { waitFor } from "@hubwart/testing";
import { describe, expect, it } from "vitest";
import { fixed, leased } from "./support/adapters.ts";
import type { Appliance } from "./support/appliance.ts";
import { useDevice } from "./support/device.ts";
import { ROUTER } from "./support/lan.ts";
import { findings, networkNow } from "./support/observe.ts";

const FIXED = "10.77.0.20";
/** On the network of lan0; nobody has it. */
const SILENT = "10.77.0.99";
const lan0 = (gw: string) => fixed("lan0", FIXED, { gw, dns1: ROUTER });
const LONGEST_MS = 90_000;

describe("network settings after the restart of the device", () => {
  let device: Appliance;
  const figures = useDevice("appliance-put-back-figures", (booted) => {
    device = booted;
  });

  async function save(interfaces: object[]): Promise<void> {
    const { body } = await device.api.post("/network/interfaces/config", { use: true, interfaces });
    expect(body).toEqual({ code: 0, restart: "device" });
  }
  async function restart(): Promise<string> {
    const boot = await device.machine.bootId();
    expect((await device.api.get("/system/restart", { action: "reboot" })).body["code"]).toBe(0);
    return device.restarted(boot);
  }
  /** Without what is switched on: an adapter nobody configures any more stays so until the next restart, without address. */
  async function used() {
    const { up: _, ...rest } = await networkNow(device);
    return rest;
  }
  const config = async () => (await device.api.get("/network/interfaces/config")).body;
  const settings = async () =>
    JSON.parse(await device.must("cat", ["/var/lib/hubwart-hostd/settings.json"])) as Record<string, unknown>;
  const putBackFindings = async () =>
    (await findings(device)).filter(({ code }) => code === "network-put-back");

  it("come back with their reasons, if a gateway is silent or no address is leased", {
    timeout: 240_000,
  }, async () => {
    const before = await used();
    await save([lan0(SILENT), leased("lan1")]);
    await device.lan.dhcpOnLan1(false);
    const since = performance.now();
    expect(await restart()).toBe(FIXED);
    expect((await config())["active"]).toMatchObject({
      use: true,
      interfaces: [lan0(SILENT), { active: true, ip: "" }],
    });
    expect(await settings()).toMatchObject({ pending: { answered: ["lan0"] } });
    expect(await putBackFindings()).toEqual([]);

    await waitFor(async () => (await settings())["report"] !== undefined, {
      what: "the verdict",
      timeout: LONGEST_MS + 30_000,
      interval: 500,
    });
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    figures["broken network settings: from the restart until they are put back, s"] = seconds;
    await expect.poll(used, { timeout: 30_000 }).toEqual(before);
    await device.find();
    expect(await config()).toMatchObject({ use: false, active: { use: false } });
    const text = expect.stringMatching(
      /zurückgenommen.*Gateway des Adapters lan0 hat nicht geantwortet.*Adapter lan1 hat keine Adresse bekommen/,
    );
    await waitFor(async () => (await putBackFindings()).length > 0, { what: "the finding" });
    expect(await putBackFindings()).toEqual([
      { code: "network-put-back", level: 2, text, route: "/system/network" },
    ]);
    const log = async () => (await device.api.get("/system/log", { filter: "zurückgenommen" })).body["text"];
    await expect.poll(log, { timeout: 10_000 }).toEqual(text);
  });

  it("stay if a cable is unplugged, and end what the banner says", async () => {
    await device.lan.cable(1, false);
    await save([lan0(ROUTER), leased("lan1")]);
    expect(await putBackFindings()).toEqual([]);
    expect(await restart()).toBe(FIXED);
    await waitFor(async () => (await settings())["pending"] === undefined, {
      what: "the verdict",
      timeout: 60_000,
      interval: 500,
    });
    expect(await settings()).toMatchObject({ report: { outcome: "kept", failures: [] } });
    expect(await config()).toMatchObject({ use: true, interfaces: [lan0(ROUTER), { carrier: false }] });
    expect(await device.addresses()).toEqual([FIXED]);
    expect(await putBackFindings()).toEqual([]);
    await device.lan.cable(1, true);
    await device.lan.dhcpOnLan1(true);
    await waitFor(async () => (await device.addresses("lan1")).length === 1, {
      what: "an address once the cable is plugged",
      timeout: 60_000,
      interval: 300,
    });
  });
});
