import type { NetworkAdapter } from "@hubwart/contract";
import { createLogger, MemoryLogSink, Scope, SerialQueue } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TrialMemory } from "./memory.ts";
import { NetworkService } from "./network-service.ts";
import { adapter, fixed, MemoryDevice, memoryOf } from "./testing.ts";
import { TrialService } from "./trial-service.ts";

let device: MemoryDevice;
let memory: TrialMemory;
let log: MemoryLogSink;
let network: NetworkService;
let trials: TrialService;
let scope: Scope;
/** What happened, in order. */
let done: string[];
let certificateFails = false;

async function startService(): Promise<void> {
  scope = new Scope();
  const changes = new SerialQueue();
  const decided = () => void done.push("decided");
  network = new NetworkService({ network: device.host.network, changes, decided });
  trials = TrialService.start({
    host: device.host,
    clock: device.clock,
    scope,
    log: createLogger("system", "network", log),
    certificate: {
      include: async (names) => {
        if (certificateFails) throw new Error("kein Zertifikat");
        const running = await device.host.network.trials.current();
        done.push(`certificate ${names.join(" ")}${running ? " while testing" : ""}`);
      },
    },
    httpsPort: 443,
    memory,
    changes,
    complete: (given) => network.with(given),
    decided,
  });
  await settled();
}
/** What was set off is done. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
}
beforeEach(async () => {
  device = new MemoryDevice();
  memory = memoryOf<ReturnType<TrialMemory["read"]>>(null);
  log = new MemoryLogSink();
  done = [];
  certificateFails = false;
  await startService();
});
afterEach(() => scope.end());

const OLD = "192.168.1.10";
const NEW = "192.168.1.77";
const begin = async (given: NetworkAdapter[], from = OLD, seconds = 120) =>
  (await trials.begin(given, seconds, from)).run;
const warnings = () => log.entries.filter(({ level }) => level === "warn").map(({ msg }) => msg);

describe("a test of the adapter that carries the session", () => {
  it("is certified first, says where it can be opened, and is confirmed from there only", async () => {
    const run = await begin([fixed("eth0", NEW)]);
    expect(done).toEqual([`certificate ${NEW} 10.0.0.1`]);
    expect(run).toMatchObject({ sign_in: true, addresses: [`https://${NEW}`], seconds: 120, remaining: 120 });
    expect(device.active.interfaces[0]?.ip).toBe(NEW);
    expect(device.network.interfaces[0]?.ip).toBe(OLD);

    for (const from of [OLD, "10.0.0.1", "127.0.0.1", ""]) {
      await expect(trials.confirm(run.id, from)).rejects.toMatchObject({ code: 1610 });
    }
    const { before, after } = await trials.confirm(run.id, `::ffff:${NEW}`);
    expect([before[0]?.ip, after[0]?.ip]).toEqual([OLD, NEW]);
    expect([device.network.interfaces[0]?.ip, device.active.interfaces[0]?.ip]).toEqual([NEW, NEW]);
    expect(done.at(-1)).toBe("decided");
  });
  it("recognises the session on a socket that takes both families", async () => {
    expect((await begin([fixed("eth0", NEW)], `::ffff:${OLD}`)).sign_in).toBe(true);
  });
  it("waits for the lease where the address is leased, and certifies it then", async () => {
    const run = await begin([adapter("eth0", { dhcp: true })]);
    expect(run).toMatchObject({ sign_in: true, addresses: [] });
    await expect(trials.confirm(run.id, NEW)).rejects.toMatchObject({ code: 1610 });
    device.leases.set("eth0", NEW);
    expect((await trials.state()).test?.addresses).toEqual([`https://${NEW}`]);
    await trials.state();
    expect(done.filter((one) => one.includes(NEW))).toEqual([`certificate ${NEW} while testing`]);
    await trials.confirm(run.id, NEW);
    expect(device.network.interfaces[0]?.dhcp).toBe(true);
  });
  it("can be confirmed although the leased address gets no certificate", async () => {
    const run = await begin([adapter("eth0", { dhcp: true })]);
    certificateFails = true;
    device.leases.set("eth0", NEW);
    expect((await trials.state()).test?.addresses).toEqual([`https://${NEW}`]);
    await trials.confirm(run.id, NEW);
  });
  it("takes the former address for a lease only once it had time to go", async () => {
    device.leases.set("eth0", OLD);
    const run = await begin([adapter("eth0", { dhcp: true })]);
    expect(run.addresses).toEqual([]);
    await expect(trials.confirm(run.id, OLD)).rejects.toMatchObject({ code: 1610 });
    device.clock.advance(10_000);
    expect((await trials.state()).test?.addresses).toEqual([`https://${OLD}`]);
    await trials.confirm(run.id, OLD);
  });
  it("is confirmed over another adapter when it is switched off", async () => {
    const run = await begin([fixed("eth1", "10.0.0.1", { active: false })], "10.0.0.1");
    expect(run).toMatchObject({ sign_in: true, addresses: [`https://${OLD}`] });
    await expect(trials.confirm(run.id, "10.0.0.1")).rejects.toMatchObject({ code: 1610 });
    await trials.confirm(run.id, OLD);
    expect(device.network.interfaces[1]?.active).toBe(false);
  });
});

describe("a test of what does not carry the session", () => {
  it.each([
    ["another adapter", fixed("eth1", "10.0.0.9"), OLD, ["https://10.0.0.9"]],
    ["the same address with another gateway", fixed("eth0", OLD, { gw: "192.168.1.254" }), OLD, undefined],
    ["an adapter, asked for on the device itself", fixed("eth0", NEW), "127.0.0.1", [`https://${NEW}`]],
  ])("%s is confirmed from anywhere", async (_what, given, from, addresses) => {
    const run = await begin([given], from);
    expect(run.sign_in).toBe(false);
    if (addresses) expect(run.addresses).toEqual(addresses);
    await trials.confirm(run.id, from);
    expect((await trials.state()).last).toMatchObject({ id: run.id, outcome: "confirmed" });
  });
});

describe("an end without confirmation", () => {
  it("comes by itself, is told once, and cannot be confirmed any more", async () => {
    const run = await begin([fixed("eth0", NEW)], OLD, 60);
    device.clock.advance(30_000);
    expect((await trials.state()).test?.remaining).toBe(30);
    device.clock.advance(40_000);
    expect(await trials.state()).toMatchObject({ test: null, last: { id: run.id, outcome: "expired" } });
    expect(device.active.interfaces[0]?.ip).toBe(OLD);
    await expect(trials.confirm(run.id, NEW)).rejects.toMatchObject({
      code: 1611,
      message: expect.stringContaining("nicht bestätigt"),
    });
    await expect(trials.cancel(run.id)).rejects.toMatchObject({ code: 1611 });
    expect(warnings()).toEqual([expect.stringContaining("nicht bestätigt")]);
  });
  it("comes at once when it is cancelled, from wherever", async () => {
    const run = await begin([fixed("eth0", NEW)]);
    await trials.cancel(run.id);
    expect(device.active.interfaces[0]?.ip).toBe(OLD);
    await expect(trials.confirm(run.id, NEW)).rejects.toMatchObject({ code: 1611 });
    device.clock.advance(300_000);
    expect(warnings()).toEqual([]);
  });
  it("leaves the next test alone", async () => {
    const first = await begin([fixed("eth0", NEW)]);
    await trials.cancel(first.id);
    const second = await begin([fixed("eth0", "192.168.1.78")]);
    await expect(trials.confirm(first.id, "192.168.1.78")).rejects.toMatchObject({ code: 1611 });
    await expect(trials.cancel(first.id)).rejects.toMatchObject({ code: 1611 });
    expect((await trials.state()).test?.id).toBe(second.id);
  });
});

describe("the appliance", () => {
  it("knows after a restart which adapter carried the session, and that the time goes on", async () => {
    const other = await begin([fixed("eth1", "10.0.0.9")], OLD, 60);
    await scope.end();
    device.clock.advance(20_000);
    await startService();
    expect((await trials.state()).test).toMatchObject({ id: other.id, sign_in: false, remaining: 40 });
    device.clock.advance(60_000);
    await settled();
    expect((await trials.state()).last?.outcome).toBe("expired");
    expect(warnings()).toEqual([expect.stringContaining("nicht bestätigt")]);
  });
  it("asks for the new address when it does not know who started the test", async () => {
    const run = await begin([fixed("eth1", "10.0.0.9")]);
    memory.write(null);
    await startService();
    expect((await trials.state()).test?.sign_in).toBe(true);
    await expect(trials.confirm(run.id, "127.0.0.1")).rejects.toMatchObject({ code: 1610 });
    await trials.confirm(run.id, "10.0.0.9");
  });
  it("tells after a restart of the device that the test ended with it", async () => {
    await begin([fixed("eth0", NEW)]);
    await scope.end();
    device.reboot();
    await startService();
    expect(warnings()).toEqual([expect.stringContaining("neu gestartet")]);
    await startService();
    expect(warnings()).toHaveLength(1);
  });
});

describe("a test is refused", () => {
  it("where the machine does not support it, before anything else happens", async () => {
    device.supported = false;
    await expect(begin([fixed("eth0", NEW)])).rejects.toMatchObject({
      code: 1600,
      message: "Hier nicht unterstützt.",
    });
    expect(done).toEqual([]);
  });
  it("without a certificate for an address that is known", async () => {
    certificateFails = true;
    await expect(begin([fixed("eth0", NEW)])).rejects.toThrow("kein Zertifikat");
    expect((await trials.state()).test).toBeNull();
  });
  it("while another runs; two at once start one", async () => {
    const both = await Promise.allSettled([
      begin([fixed("eth0", NEW)]),
      begin([fixed("eth0", "192.168.1.78")]),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(both[1]).toMatchObject({ reason: { kind: "conflict" } });
  });
  it("with the fields that a save would name", async () => {
    await expect(begin([fixed("eth0", NEW, { gw: "10.9.9.9" })])).rejects.toMatchObject({
      fields: [{ field: "interfaces.0.gw" }],
    });
    expect(done).toEqual([]);
  });
  it("and nothing is saved while one runs", async () => {
    const run = await begin([fixed("eth0", NEW)]);
    await expect(network.save({ interfaces: [fixed("eth1", "10.0.0.2")] })).rejects.toMatchObject({
      kind: "conflict",
    });
    await expect(network.setUse(false)).rejects.toMatchObject({ kind: "conflict" });
    await trials.cancel(run.id);
    await network.setUse(false);
  });
});
