/**
 * "Jetzt testen" on a real device: what is tried holds at once and goes away again, byte for byte, unless somebody
 * confirms it from where it matters; also when processes are killed or the device restarts meanwhile.
 */
import type { NetworkTestRun } from "@hubwart/contract";
import type { ApiClient } from "@hubwart/testing";
import { waitFor } from "@hubwart/testing";
import { describe, expect, it } from "vitest";
import { fixed, leased } from "./support/adapters.ts";
import type { Appliance } from "./support/appliance.ts";
import { PASSWORD, useDevice } from "./support/device.ts";
import { timed } from "./support/figures.ts";
import { ROUTER, ROUTER_TOO } from "./support/lan.ts";
import { dnsOf, networkNow } from "./support/observe.ts";

/** s, the shortest. */
const SECONDS = 60;
const LONG = { timeout: 180_000 };
const NEW = "10.77.0.30";
const KEPT = "10.77.0.31";
const LEASE = /^10\.77\.0\.(5\d|60)$/;
const lan0 = (ip: string) => fixed("lan0", ip, { gw: ROUTER, dns1: ROUTER_TOO, dns2: ROUTER });

describe("a network test", () => {
  let device: Appliance;
  const figures = useDevice("appliance-trial-figures", (booted) => {
    device = booted;
  });

  const TEST = "/network/interfaces/test";
  async function start(interfaces: object[], api = device.api): Promise<NetworkTestRun> {
    const { ms, value } = await timed(() => api.post(TEST, { interfaces, seconds: SECONDS }));
    expect(value.body).toMatchObject({ code: 0, test: { seconds: SECONDS } });
    figures["start of a network test, ms"] = ms;
    return value.body["test"] as NetworkTestRun;
  }
  const confirm = async (api: ApiClient, { id }: { id: string }) =>
    (await api.post(`${TEST}/confirm`, { id })).body;
  const state = async (api: ApiClient) =>
    (await api.get(TEST)).body as {
      test: NetworkTestRun | null;
      last: { id: string; outcome: string } | null;
    };
  /** At another address, signed in there; the certificate is judged by the device's authority for that address. */
  async function signedInAt(address: string): Promise<ApiClient> {
    const api = device.apiAt(address);
    await waitFor(async () => (await api.get("/info")).status === 200, {
      what: `the console at ${address}`,
      interval: 50,
    });
    await api.signIn(PASSWORD);
    return api;
  }
  /** What was there before is there again, and nothing else. @param began of performance.now() */
  async function putBack(before: Awaited<ReturnType<typeof networkNow>>, began: number): Promise<void> {
    const files = async () => JSON.stringify((await networkNow(device)).files);
    await waitFor(async () => (await files()) === JSON.stringify(before.files), {
      what: "the files from before",
      timeout: SECONDS * 1000 + 20_000,
      interval: 200,
    });
    const after = (performance.now() - began) / 1000;
    await waitFor(async () => JSON.stringify(await networkNow(device)) === JSON.stringify(before), {
      what: `the network from before: ${JSON.stringify(before, undefined, 1)}`,
      timeout: 20_000,
    }).catch(async (error: unknown) => {
      expect(await networkNow(device)).toEqual(before);
      throw error;
    });
    expect(after).toBeGreaterThan(SECONDS - 1);
    expect(after).toBeLessThan(SECONDS + 10);
  }
  const log = async (text: string) => (await device.api.get("/system/log", { filter: text })).body["text"];

  it("is confirmed from where one is, if the adapters concerned did not carry the session", async () => {
    const before = await networkNow(device);
    expect(before.up).toEqual(["lan0"]);
    const test = await start([leased("lan1")]);
    expect(test.sign_in).toBe(false);
    await waitFor(async () => (await device.addresses("lan1")).length === 1, { what: "an address of lan1" });
    expect(await confirm(device.api, test)).toEqual({ code: 0, restart: "nothing" });
    expect(await state(device.api)).toMatchObject({
      test: null,
      last: { id: test.id, outcome: "confirmed" },
    });
    expect((await device.api.get("/network/interfaces/config")).body).toMatchObject({
      use: true,
      interfaces: [{ device: "lan0", active: true, dhcp: true }, leased("lan1")],
      active: { use: true, interfaces: [{ dhcp: true }, { dhcp: true, active: true }] },
    });
  });

  it("ends by itself, and what was is there again byte for byte", LONG, async () => {
    const before = await networkNow(device);
    const [lan1 = ""] = await device.addresses("lan1");
    const began = performance.now();
    const test = await start([lan0(NEW)]);
    expect(test).toMatchObject({ sign_in: true, addresses: [`https://${NEW}`] });
    // It is there for a second more; a busy machine may miss that.
    const refused = confirm(device.api, test).then(
      ({ code }) => code,
      () => "gone",
    );
    const gone = new Promise((resolve) => setTimeout(() => resolve("gone"), 5_000));
    const there = await signedInAt(NEW);
    figures["start of a network test until signed in there, ms"] = Math.round(performance.now() - began);
    expect(await device.addresses("lan0")).toEqual([NEW]);
    expect(await dnsOf(device, "lan0")).toEqual([ROUTER_TOO, ROUTER]);
    await expect(device.api.get("/info")).rejects.toThrow(/EHOSTUNREACH|ETIMEDOUT/);

    expect([1610, "gone"]).toContain(await Promise.race([refused, gone]));

    const elsewhere = device.apiAt(lan1);
    elsewhere.token = device.api.token;
    expect(await confirm(elsewhere, test)).toMatchObject({
      code: 1610,
      message: expect.stringContaining(NEW),
    });
    const second = await there.post(TEST, { interfaces: [lan0(KEPT)], seconds: SECONDS });
    expect(second.status).toBe(409);
    const save = await there.post("/network/interfaces/config", { use: true, interfaces: [lan0(KEPT)] });
    expect(save.status).toBe(409);
    expect((await state(there)).test).toMatchObject({
      id: test.id,
      interfaces: [lan0(NEW), leased("lan1")],
    });

    await putBack(before, began);
    await device.find();
    expect(await confirm(device.api, test)).toMatchObject({ code: 1611 });
    expect((await state(device.api)).last).toMatchObject({ id: test.id, outcome: "expired" });
    await waitFor(async () => String(await log("nicht bestätigt")).includes("Der Netzwerktest wurde"), {
      what: "the line of the event log",
    });
    await expect(device.apiAt(NEW).get("/info")).rejects.toThrow(/EHOSTUNREACH|ETIMEDOUT/);
  });

  it("ends in time although appliance and device service are killed", LONG, async () => {
    const before = await networkNow(device);
    const began = performance.now();
    const test = await start([lan0(NEW)]);
    const appliance = await device.must("pgrep", ["-f", "^/usr/lib/hubwart/node/bin/node .*/appliance.mjs"]);
    await device.must("kill", ["-KILL", appliance]);
    const there = await signedInAt(NEW);
    expect(await state(there)).toMatchObject({ test: { id: test.id, sign_in: true } });
    const pid = await device.unit("hubwart-hostd.service", "MainPID");
    await device.must("systemctl", ["kill", "--signal=KILL", "hubwart-hostd.service"]);
    await waitFor(async () => (await state(there)).test?.id === test.id, {
      what: "the test to be under way",
    });
    expect(await device.unit("hubwart-hostd.service", "MainPID")).not.toBe(pid);
    // Dead when its time is over is the worst moment.
    await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000 - (performance.now() - began) - 500));
    await device.must("systemctl", ["kill", "--signal=KILL", "hubwart-hostd.service"]);
    await putBack(before, began);
    await device.find();
    expect(await state(device.api)).toMatchObject({ test: null, last: { id: test.id, outcome: "expired" } });
  });

  it("is cancelled from the new address", async () => {
    const before = await networkNow(device);
    const test = await start([lan0(NEW)]);
    const there = await signedInAt(NEW);
    // The address goes away under it, but not before it is answered.
    expect((await there.post(`${TEST}/cancel`, { id: test.id })).body).toEqual({ code: 0 });
    await waitFor(async () => JSON.stringify(await networkNow(device)) === JSON.stringify(before), {
      what: `the network from before: ${JSON.stringify(before, undefined, 1)}`,
    });
    await device.find();
    expect(await state(device.api)).toMatchObject({
      test: null,
      last: { id: test.id, outcome: "cancelled" },
    });
  });

  it("stays when it is confirmed from the new address", async () => {
    const test = await start([lan0(KEPT)]);
    const there = await signedInAt(KEPT);
    expect(await confirm(there, test)).toEqual({ code: 0, restart: "nothing" });
    const kept = await networkNow(device);
    expect(kept.addresses).toContain(`lan0 ${KEPT}/24`);
    await device.find();
    expect((await device.api.get("/network/interfaces/config")).body).toMatchObject({
      interfaces: [lan0(KEPT), leased("lan1")],
      active: { interfaces: [lan0(KEPT), { device: "lan1" }] },
    });
  });

  it("ends with a restart of the device, which leaves what was confirmed before", async () => {
    const before = await networkNow(device);
    expect(before.addresses).toContain(`lan0 ${KEPT}/24`);
    const test = await start([leased("lan0")]);
    await expect
      .poll(() => device.addresses("lan0"), { timeout: 20_000 })
      .toEqual([expect.stringMatching(LEASE)]);
    await device.find();
    const boot = await device.machine.bootId();
    expect((await device.api.get("/system/restart", { action: "reboot" })).body["code"]).toBe(0);
    expect(await device.restarted(boot)).toBe(KEPT);
    await waitFor(async () => JSON.stringify(await networkNow(device)) === JSON.stringify(before), {
      what: `the network from before: ${JSON.stringify(before, undefined, 1)}`,
    });
    await waitFor(async () => (await state(device.api)).last?.id === test.id, { what: "the outcome" });
    expect(await state(device.api)).toMatchObject({ test: null, last: { outcome: "rebooted" } });
    await waitFor(async () => String(await log("während des Netzwerktests")).includes("neu gestartet"), {
      what: "the line of the event log",
    });
  });
});
