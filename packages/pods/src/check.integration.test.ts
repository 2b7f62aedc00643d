/** "Verbindung prüfen" and "Jetzt lesen" of the pod types, against real peers; `modb_client` has its own beside it. */
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { freePort, startMosquitto } from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { kind as httpIn } from "./http-in/index.ts";
import { kind as httpOut } from "./http-out/index.ts";
import { kind as modbServer } from "./modb-server/index.ts";
import { kind as mqtt } from "./mqtt/index.ts";
import { kind as ping } from "./ping/index.ts";
import { type PodRun, podLoad, startPod, type TestChannel } from "./testing/index.ts";

const open = useOpen((thing: { stop(): unknown }) => thing.stop());
async function run(
  kind: typeof mqtt,
  iface: Record<string, string | number | boolean>,
  channels: TestChannel[] = [],
): Promise<PodRun> {
  const started = await startPod(kind, podLoad(kind.schema, [iface], channels));
  open.push(started);
  return started;
}
const ADDRESS = "skipped Name auflösen: 127.0.0.1 ist eine Adresse, kein Name.";

describe("mqtt", () => {
  it("is logged in, is refused, or finds something else there", async () => {
    const broker = await startMosquitto({ auth: [{ user: "me", password: "right" }] });
    open.push(broker);
    const iface = { host: "127.0.0.1", port: broker.port, user: "me" };
    const good = await run(mqtt, { ...iface, password: "right" });
    await good.until(() => good.iface()?.state === true);
    expect(await good.check()).toEqual([
      ADDRESS,
      `ok Port erreichen: 127.0.0.1:${broker.port} nimmt Verbindungen an.`,
      "ok Protokoll: Der Pod ist am Broker angemeldet.",
    ]);
    const wrong = await run(mqtt, { ...iface, password: "wrong-secret" });
    const refused = await wrong.check();
    expect(refused[2]).toMatch(/^failed Protokoll: .*(Anmeldung|Passwort)/);
    expect(refused.join()).not.toContain("wrong-secret");
    const tls = await run(mqtt, { ...iface, tls: true });
    expect((await tls.check())[1]).toMatch(/^failed Port erreichen: /);
  });

  it("says that what answers is no broker", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write(Buffer.alloc(64));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    open.push({ stop: () => server.close() });
    const other = await run(mqtt, { host: "127.0.0.1", port });
    expect((await other.check())[2]).toMatch(/^failed Protokoll: .*spricht kein gültiges MQTT/);
  });
});

describe("http_out", () => {
  it("reads now and checks, also over TLS and where the login is refused", async () => {
    let status = 200;
    const server = createHttpServer((_request, response) => {
      response.writeHead(status);
      response.end("21.5");
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    open.push({ stop: () => server.closeAllConnections() }, { stop: () => server.close() });
    const url = `http://127.0.0.1:${port}`;
    const pod = await run(httpOut, { url }, [
      { chan: "a", dir: "in", type: "float", config: { path: "/a", interval: 3_600_000 } },
      { chan: "set", dir: "out", config: { path: "/set" } },
    ]);
    expect(await pod.read("a")).toMatchObject({ value: 21.5, quality: 0 });
    await expect(pod.read("set")).rejects.toThrow("fragt der Pod nicht ab");
    expect((await pod.check())[2]).toBe("ok Protokoll: Der Server antwortet mit 200 OK.");
    status = 401;
    expect((await pod.check())[2]).toBe("failed Protokoll: Der Server lehnt die Anmeldung ab (401).");
    status = 500;
    expect((await pod.check())[2]).toMatch(/^ok Protokoll: Der Server antwortet mit 500/);
    await expect(pod.read("a")).rejects.toThrow("500");
    const tls = await run(httpOut, { url: `https://127.0.0.1:${port}` });
    expect((await tls.check()).map((step) => step.split(":")[0])).toEqual([
      "skipped Name auflösen",
      "failed Port erreichen",
      "skipped Protokoll",
    ]);
  });
});

describe("servers", () => {
  it.each([
    ["http_in", httpIn, { auth: "none" }, "Der Pod antwortet mit HTTP 404."],
    ["modb_server", modbServer, {}, "Der Pod antwortet auf Modbus TCP."],
  ] as const)(
    "%s is reached and answers, or says why it does not listen",
    async (_name, kind, config, text) => {
      const port = await freePort();
      const pod = await run(kind, { port, bind: "0.0.0.0", ...config });
      await pod.until(() => pod.iface()?.state === true);
      const steps = await pod.check();
      expect(steps[0]).toBe(`ok Port öffnen: Der Pod nimmt Verbindungen an auf 0.0.0.0:${port}.`);
      expect(steps[1]).toMatch(/^ok Port erreichen/);
      expect(steps[2]).toBe(`ok Protokoll: ${text}`);
      const second = await run(kind, { port, bind: "0.0.0.0", ...config });
      await second.until(() => second.iface()?.state === false);
      expect(await second.check()).toEqual([
        `failed Port öffnen: ${second.iface()?.error ?? "?"}.`,
        "skipped Port erreichen: Ohne Verbindung nicht möglich.",
        "skipped Protokoll: Ohne Verbindung nicht möglich.",
      ]);
    },
  );
});

describe("ping", () => {
  it("measures now and checks each host", async () => {
    const port = await freePort();
    const pod = await run(ping, { method: "tcp", port, timeout: 500 }, [
      { chan: "here", type: "bool", config: { host: "127.0.0.1", interval: 3_600_000 } },
      {
        chan: "rtt",
        type: "float",
        config: { host: "no.such.name.invalid", measure: "rtt", interval: 3_600_000 },
      },
    ]);
    expect(await pod.read("here")).toMatchObject({ value: true, quality: 0 });
    await expect(pod.read("rtt")).rejects.toThrow("antwortet nicht");
    const steps = await pod.check();
    expect(steps[0]).toBe(ADDRESS);
    expect(steps[1]).toMatch(/^ok Antwort von 127\.0\.0\.1: 127\.0\.0\.1 antwortet nach .* ms\.$/);
    expect(steps[2]).toMatch(/^failed Name auflösen: Der Name in no\.such\.name\.invalid/);
  });
});
