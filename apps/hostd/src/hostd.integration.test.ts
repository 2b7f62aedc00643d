import net from "node:net";
import { ConflictError, InvalidInputError, NotFoundError, UnavailableError } from "@hubwart/core";
import { systemdHost } from "@hubwart/host";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anyLine, VERBS } from "./testing/hostile-requests.ts";
import { buildHostd, type ServiceBench } from "./testing/service-process.ts";

let build: Awaited<ReturnType<typeof buildHostd>>;
let bench: ServiceBench;
beforeAll(async () => {
  build = await buildHostd();
});
afterAll(() => build.remove());
beforeEach(async () => {
  bench = await build.bench();
});
afterEach(() => bench.remove());

const OWN =
  /^(var\/lib\/hubwart-hostd\/(settings\.json|changes\.log)|etc\/systemd\/network\/10-hubwart-lan[01]\.network)$/;
/** All that may ever reach a program, whatever was asked. */
const CALLS = [
  /^systemctl show --property=[A-Za-z,]+ [a-zA-Z-]+\.(service|socket)$/,
  /^systemctl --no-block --no-wall reboot$/,
  /^networkctl (reload|--json=short --no-pager status --all)$/,
  /^ip -j (addr show|-4 route show default)$/,
];
const LINE =
  /^(# Written by Hubwart; changes made here are lost\.|\[(Match|Link|Network)\]|Name=lan[01]|RequiredForOnline=no|ActivationPolicy=always-down|DHCP=(no|ipv4)|LinkLocalAddressing=no|IPv6AcceptRA=no|Address=[0-9.]+\/[0-9]+|(Gateway|DNS)=[0-9.]+|)$/;

describe("the device service under anything that is sent", () => {
  it("opens no inspector, whoever tells it to", async () => {
    const child = await bench.start();
    child.kill("SIGUSR1");
    expect(await bench.ask({ verb: "devices" })).toMatchObject({ ok: true });
    // Node says so before it listens; the handler of the signal runs before the next request is answered.
    for (let i = 0; i < 20; i += 1) await bench.ask({ verb: "devices" });
    expect(bench.journal()).not.toContain("Debugger");
  });

  it("answers or hangs up, stays alive, and writes and calls nothing but its own", async () => {
    const child = await bench.start();
    const before = await bench.files();
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(anyLine, async (content) => {
        const text = await bench.send(content);
        if (text === "") return;
        expect(text.endsWith("\n")).toBe(true);
        const answer = JSON.parse(text) as Record<string, unknown>;
        expect(text.indexOf("\n")).toBe(text.length - 1);
        if (answer["ok"] !== true) {
          expect(answer).toMatchObject({ ok: false, kind: expect.any(String), message: expect.any(String) });
          expect(answer["kind"]).not.toBe("defect");
          return;
        }
        accepted += 1;
        const first = String(content).split("\n").find(Boolean) ?? "";
        expect(VERBS).toContain((JSON.parse(first) as { verb: string }).verb);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
    expect(child.exitCode).toBeNull();
    const after = await bench.files();
    for (const [name, content] of after) {
      if (OWN.test(name)) continue;
      expect([name, content]).toEqual([name, before.get(name)]);
    }
    for (const name of before.keys()) expect(after.has(name)).toBe(true);
    const written = [...after].filter(([name]) => name.includes("10-hubwart-"));
    for (const [, content] of written) for (const one of content.split("\n")) expect(one).toMatch(LINE);
    for (const call of await bench.calls())
      expect(CALLS.some((known) => known.test(call)) ? "" : call).toBe("");
    // Each line of the journal is one of ours: nobody writes lines into it from outside.
    for (const one of bench.journal().split("\n").filter(Boolean))
      expect(() => JSON.parse(one)).not.toThrow();
  });

  it("refuses what is too long, and hangs up on whoever keeps it waiting", async () => {
    await bench.start();
    expect(await bench.send(`{"verb":"${"x".repeat(70_000)}"}\n`)).toContain("zu lang");
    const silent = net.connect(bench.socket);
    const began = Date.now();
    await new Promise<void>((resolve) => silent.on("close", () => resolve()));
    expect(Date.now() - began).toBeGreaterThan(4_000);
    expect((await bench.ask({ verb: "devices" }))["ok"]).toBe(true);
  });

  it("serves at most 64 at a time, and others again when those are gone", async () => {
    await bench.start();
    const idle = Array.from({ length: 80 }, () => net.connect(bench.socket));
    const closed: unknown[] = [];
    for (const socket of idle) socket.on("error", () => undefined).on("close", () => closed.push(socket));
    await expect.poll(() => closed.length).toBe(16);
    for (const socket of idle) socket.destroy();
    await expect
      .poll(() => bench.ask({ verb: "devices" }).catch(() => undefined))
      .toMatchObject({ ok: true });
  });

  it("is asked by nobody but the account it belongs to", async () => {
    await bench.start();
    const { stat } = await import("node:fs/promises");
    expect((await stat(bench.socket)).mode & 0o777).toBe(0o600);
  });
});

const STATIC = {
  device: "lan0",
  active: true,
  dhcp: false,
  ip: "10.0.0.2",
  mask: "/24",
  gw: "",
  dns1: "",
  dns2: "",
};
const OFF = { device: "lan1", active: false, dhcp: true, ip: "", mask: "", gw: "", dns1: "", dns2: "" };

describe("the host driver of the appliance", () => {
  it("reads and saves over the socket, and gets errors of their own kind", async () => {
    await bench.start();
    const host = systemdHost({ dataDir: bench.root, socket: bench.socket });
    expect(await host.hostname.configured()).toBe("alt");
    await host.hostname.save("keller");
    expect([await host.hostname.configured(), await host.hostname.active()]).toEqual(["keller", "alt"]);
    expect(await host.network.support()).toEqual({ supported: true });
    expect(await host.power.support()).toEqual({ supported: true });
    expect((await host.network.devices()).map(({ device }) => device)).toEqual(["lan0", "lan1"]);
    expect(await host.lastApply()).toBeUndefined();
    expect(await host.settingsLost()).toBeUndefined();
    expect(await host.network.trials.current()).toBeUndefined();
    const refused = host.network.save({ use: true, interfaces: [{ ...STATIC, gw: "10.9.9.9" }] });
    await expect(refused).rejects.toMatchObject({ fields: [{ field: "interfaces.0.gw" }] });
    await expect(refused).rejects.toThrow(InvalidInputError);
    const elsewhere = host.network.save({ use: true, interfaces: [{ ...STATIC, device: "docker0" }] });
    await expect(elsewhere).rejects.toMatchObject({ fields: [{ field: "interfaces.0.device" }] });
    const { id } = await host.network.trials.start([STATIC, OFF], 60);
    await expect(host.network.trials.start([STATIC, OFF], 60)).rejects.toThrow(ConflictError);
    await host.network.trials.confirm(id);
    await expect(host.network.trials.cancel(id)).rejects.toThrow(NotFoundError);
    expect((await host.network.configured()).interfaces[0]).toMatchObject({
      ip: "10.0.0.2",
      mask: "255.255.255.0",
    });
    await host.power.reboot();
    expect(await bench.calls()).toContain("systemctl --no-block --no-wall reboot");
  });

  it("says so when the service is away, or answers nothing in time", async () => {
    const host = systemdHost({ dataDir: bench.root, socket: bench.socket, timeout: 200 });
    await expect(host.hostname.active()).rejects.toThrow(
      "Die Geräteeinstellungen sind zurzeit nicht erreichbar",
    );
    await bench.start();
    await bench.write("usr/bin/systemctl", "#!/bin/sh\nsleep 2\n", 0o755);
    await expect(host.ssh.active()).rejects.toThrow(UnavailableError);
    await expect(host.hostname.active()).resolves.toBe("alt");
  });
});

describe("a network trial of a service that is killed at any moment", () => {
  it("is over when its time is, with every file as it was", async () => {
    const old = "[Match]\nName=lan0\n# by hand\n";
    await bench.write("etc/systemd/network/10-hubwart-lan0.network", old);
    const before = await bench.files();
    for (let round = 0; round < 12; round += 1) {
      await bench.start();
      const started = bench
        .ask({ verb: "trial-start", seconds: 60, interfaces: [STATIC, OFF] })
        .catch(() => ({}));
      // The network service is told a second after the answer.
      await new Promise((resolve) => setTimeout(resolve, round * 4 + (round % 2) * 980));
      await bench.kill("SIGKILL");
      await started;
      await bench.write("proc/uptime", `${1000 + (round + 1) * 100}.00 1.00\n`);
      await bench.start();
      await expect
        .poll(async () => (await bench.ask({ verb: "trial-state" }))["value"])
        .toMatchObject({ current: null });
      const network = ([name]: [string, string]) => name.startsWith("etc/systemd/network/");
      expect([...(await bench.files())].filter(network)).toEqual([...before].filter(network));
      await bench.kill("SIGTERM");
    }
  });
});
