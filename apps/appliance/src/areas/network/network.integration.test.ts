/** The device settings over HTTP, on a machine that is not the appliance. */
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import os from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestOptions } from "../../testing/test-app.ts";
import { fixed, MemoryDevice } from "./testing.ts";

let app: TestApp | undefined;
afterEach(() => app?.end());

async function signedIn(options: TestOptions = {}): Promise<{ app: TestApp; token: string }> {
  app = await startTestApp(options);
  const token = options.dataDir === undefined ? await app.setUp() : app.context.sessions.tokens.issue().token;
  return { app, token };
}

describe("on a machine that is not changed", () => {
  it("name and zone are configured at once, and active after the device was restarted", async () => {
    const { app, token } = await signedIn({ launched: true });
    const first = await app.get("/network/hostname", token);
    expect(first.body).toMatchObject({ hostname: os.hostname(), active: os.hostname() });
    const save = await app.post("/network/hostname", { hostname: "keller" }, token, {
      "if-match": first.headers.get("etag") ?? "",
    });
    expect(save.body).toEqual({ code: 0, restart: "device" });
    expect((await app.post("/network/tz/config", { zone: "Europe/Lisbon" }, token)).body["restart"]).toBe(
      "device",
    );
    expect((await app.get("/network/hostname", token)).body).toMatchObject({
      hostname: "keller",
      active: os.hostname(),
      support: { supported: true },
    });
    const stale = await app.post("/network/hostname", { hostname: "dach" }, token, {
      "if-match": first.headers.get("etag") ?? "",
    });
    expect(stale.status).toBe(409);

    expect((await app.get("/system/restart?action=reboot", token)).body["code"]).toBe(0);
    const { dataDir } = app;
    await app.end(true);
    const again = await signedIn({ dataDir });
    expect((await again.app.get("/network/tz/config", again.token)).body).toMatchObject({
      zone: "Europe/Lisbon",
      active: "Europe/Lisbon",
    });
    const { body } = await again.app.get("/info", again.token);
    expect(body["system"]).toMatchObject({ host: { hostname: "keller" } });
    expect(body).toMatchObject({
      system: { host: { hostname: "keller", tz: { zone: "Europe/Lisbon" } } },
    });
  });

  it("answers under its name and under the one it will have", async () => {
    const { app, token } = await signedIn();
    const { port } = new URL(app.origin);
    const under = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ host: "127.0.0.1", port, path: "/admin/api/info", headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on("error", reject)
          .end();
      });
    expect(await under("keller.local")).toBe(421);
    await app.post("/network/hostname", { hostname: "keller" }, token);
    expect([await under("keller.local"), await under("Keller"), await under(os.hostname())]).toEqual([
      200, 200, 200,
    ]);
  });

  it("keeps time servers, SSH and adapters, says why nothing changes, and writes it all into the change log", async () => {
    const { app, token } = await signedIn();
    const time = { use: true, server: "ntp.werk.example", fallback: "" };
    await app.post("/network/ntp/config", time, token);
    expect((await app.get("/network/ntp/config", token)).body).toMatchObject({
      ...time,
      active: null,
      support: { supported: false, reason: expect.stringContaining("nicht unterstützt") },
    });
    await app.post("/network/ssh/config", { use: true, start: true }, token);
    expect((await app.get("/network/ssh/config", token)).body).toMatchObject({ use: true, start: true });
    expect((await app.get("/network/interfaces/enable", token)).body["restart"]).toBe("device");
    expect((await app.get("/network/interfaces/config", token)).body["use"]).toBe(true);
    const test = await app.post(
      "/network/interfaces/test",
      { interfaces: [fixed("eth0", "192.0.2.7")] },
      token,
    );
    expect(test.body["code"]).toBe(1600);
    const entries = app.context.store.audit.page({}, 0, 4);
    expect(entries.map(({ call, code }) => [call, code])).toEqual([
      ["networkTest", 1600],
      ["networkEnable", 0],
      ["sshConfigSave", 0],
      ["ntpConfigSave", 0],
    ]);
    expect(JSON.stringify(entries[3])).toContain("ntp.werk.example");
    const file = await readFile(app.context.layout.hostSettings, "utf8");
    expect(file).toContain("ntp.werk.example");
  });

  it("names the fields that do not fit", async () => {
    const { app, token } = await signedIn();
    const refused = async (url: string, body: object) =>
      ((await app.post(url, body, token)).body["fields"] as { field: string }[])?.map(({ field }) => field);
    expect(await refused("/network/hostname", { hostname: "-keller" })).toEqual(["hostname"]);
    expect(await refused("/network/tz/config", { zone: "America/Chicago" })).toEqual(["zone"]);
    expect(await refused("/network/ntp/config", { use: true, server: "", fallback: "" })).toEqual(["server"]);
    expect(
      await refused("/network/interfaces/config", { interfaces: [fixed("keiner9", "10.0.0.1")] }),
    ).toEqual(["interfaces.0.device"]);
    expect(
      await refused("/network/interfaces/config", { interfaces: [fixed("eth0", "10.0.0.256")] }),
    ).toEqual(["interfaces.0.ip"]);
    expect(await refused("/network/ntp/test", { servers: [""] })).toEqual(["servers.0"]);
    expect(await refused("/network/dns/test", { servers: [""] })).toEqual(["servers.0"]);
  });
});

describe("a network test over HTTP", () => {
  it("looks at the address the caller's connection reached", async () => {
    const device = new MemoryDevice();
    device.active = { use: true, interfaces: [fixed("eth0", "127.0.0.1"), fixed("eth1", "10.0.0.1")] };
    device.network = device.active;
    const included: string[] = [];
    const { app, token } = await signedIn({
      host: device.host,
      certificate: { include: async (names) => void included.push(...names) },
    });
    const begin = (interfaces: object[]) =>
      app.post("/network/interfaces/test", { interfaces, seconds: 60 }, token);
    const end = (how: "confirm" | "cancel", id: unknown) =>
      app.post(`/network/interfaces/test/${how}`, { id }, token);

    const away = await begin([fixed("eth0", "192.0.2.7")]);
    const test = away.body["test"] as { id: string };
    expect(test).toMatchObject({ sign_in: true, addresses: ["https://192.0.2.7:0"], remaining: 60 });
    expect(included).toContain("192.0.2.7");
    expect((await begin([fixed("eth0", "192.0.2.8")])).status).toBe(409);
    expect((await end("confirm", test.id)).body).toMatchObject({
      code: 1610,
      message: expect.stringContaining("https://192.0.2.7"),
    });
    expect((await end("cancel", test.id)).body["code"]).toBe(0);
    expect((await end("confirm", test.id)).body["code"]).toBe(1611);

    // A lease of the very address this connection reaches.
    device.leases.set("eth0", "127.0.0.1");
    const leased = await begin([fixed("eth0", "", { dhcp: true })]);
    const { id } = leased.body["test"] as { id: string };
    expect((await end("confirm", id)).body["code"]).toBe(1610);
    device.clock.advance(10_000);
    expect((await app.get("/network/interfaces/test", token)).body).toMatchObject({
      test: { id, sign_in: true, remaining: 50 },
      last: { id: test.id, outcome: "cancelled" },
    });
    expect((await end("confirm", id)).body).toEqual({ code: 0, restart: "nothing" });
    expect(device.network.interfaces[0]?.dhcp).toBe(true);
  });

  it("shows what was put back in the health banner until something is saved", async () => {
    const device = new MemoryDevice();
    device.report = {
      at: 1_700_000_000,
      outcome: "put-back",
      failures: [{ device: "eth0", cause: "no-address" }],
    };
    const { app, token } = await signedIn({ host: device.host });
    const codes = async () => {
      const { body } = await app.get("/info", token);
      const { health } = body as { health: { findings: { code: string; text: string }[] } };
      return health.findings.filter(({ code }) => code === "network-put-back").map(({ text }) => text);
    };
    expect(await codes()).toEqual([expect.stringContaining("eth0 hat keine Adresse")]);
    expect(app.log.entries.filter(({ msg }) => msg.includes("eth0 hat keine Adresse"))).toHaveLength(1);
    await app.post("/network/interfaces/config", { interfaces: [fixed("eth1", "10.0.0.2")] }, token);
    expect(await codes()).toEqual([]);
  });
});
