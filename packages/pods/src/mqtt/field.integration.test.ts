/** What brokers in the field ask for: client certificates, WebSocket, birth and last will. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";
import {
  freePort,
  makeCertificates,
  makeClientCertificate,
  startMosquitto,
  type TestCertificates,
} from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { useEnds } from "@hubwart/testing/open";
import { connectAsync, type MqttClient } from "mqtt";
import { beforeAll, describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useEnds();

const folder = useSharedFolder();
let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates(folder());
});

const tlsLines = () => [
  `cafile ${certificates.caFile}`,
  `certfile ${certificates.certFile}`,
  `keyfile ${certificates.keyFile}`,
];

async function broker(config: readonly string[] = []) {
  const made = await startMosquitto({ config });
  open.push(() => made.stop());
  return made;
}

async function pod(
  iface: Record<string, string | number | boolean>,
  channels: TestChannel[] = [],
): Promise<PodRun> {
  const run = await startPod(kind, podLoad(kind.schema, [{ host: "127.0.0.1", ...iface }], channels));
  open.push(() => run.stop());
  return run;
}

async function connected(run: PodRun): Promise<PodRun> {
  await run.until(() => run.iface()?.state === true);
  return run;
}

async function peer(port: number): Promise<MqttClient> {
  const client = await connectAsync({ host: "127.0.0.1", port, reconnectPeriod: 50 });
  open.push(() => client.endAsync(true));
  return client;
}

const LOOP: TestChannel[] = [
  { chan: "o", dir: "out", config: { topic: "f/x", qos: 1 } },
  { chan: "i", dir: "in", config: { topic: "f/x", qos: 1 } },
];

/** Writes until it comes back: the subscription may be answered after the first one. */
async function loops(run: PodRun, value: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await run.write({ o: value });
        return run.last("i")?.value;
      },
      { timeout: 20_000 },
    )
    .toBe(value);
}

describe("client certificates", () => {
  it("is known by its certificate, and says what is wrong without one or with a stranger's", async () => {
    const port = await freePort();
    const acl = path.join(folder(), "acl");
    await writeFile(acl, "user geraet-1\ntopic readwrite f/#\n", { mode: 0o600 });
    await broker([
      `acl_file ${acl}`,
      `listener ${port} 127.0.0.1`,
      ...tlsLines(),
      "require_certificate true",
      "use_identity_as_username true",
    ]);
    const iface = { port, tls: true, ca: certificates.ca };
    const known = await makeClientCertificate(folder(), "geraet-1");
    const run = await connected(await pod({ ...iface, ...known }, LOOP));
    // Only the name in the certificate may use these topics.
    await loops(run, "mit Zertifikat");
    expect((await run.check()).map((step) => step.split(" ")[0])).toEqual(["skipped", "ok", "ok"]);
    expect(run.said).not.toContain("PRIVATE KEY");

    const says = (other: PodRun, text: RegExp) =>
      other.until(() => other.connections.some(({ error }) => text.test(error ?? "")));
    await says(await pod(iface), /verlangt ein Client-Zertifikat/);
    const elsewhere = await mkdtemp(path.join(folder(), "other-"));
    await makeCertificates(elsewhere);
    const stranger = await makeClientCertificate(elsewhere, "geraet-1");
    await says(
      await pod({ ...iface, ...stranger }),
      /kennt die Zertifizierungsstelle des Client-Z|nimmt das Client-Zertifikat nicht an/,
    );
  });
});

describe("over a WebSocket", () => {
  it.each(["3.1.1", "5"])("carries MQTT %s, large messages included, and comes back", async (protocol) => {
    const ws = await freePort();
    const own = await broker([`listener ${ws} 127.0.0.1`, "protocol websockets"]);
    const run = await connected(await pod({ port: ws, transport: "ws", protocol }, LOOP));
    const other = await peer(own.port);
    const long = "ä".repeat(200_000);
    await loops(run, "kurz");
    await other.publishAsync("f/x", long, { qos: 1 });
    await run.until(() => run.last("i")?.value === long);
    await own.kill();
    await run.until(() => run.iface()?.state === false);
    await run.write({ o: "das Neueste" });
    const failed = run.connections.length;
    await run.until(() => run.connections.length >= failed + 2);
    await own.restart();
    await run.until(() => run.written.some(({ value }) => value === "das Neueste"));
  });

  it("is encrypted as wss, and says when there is no WebSocket", async () => {
    const wss = await freePort();
    const own = await broker([`listener ${wss} 127.0.0.1`, "protocol websockets", ...tlsLines()]);
    const secure = { port: wss, transport: "ws", tls: true, ca: certificates.ca };
    const run = await connected(await pod(secure, LOOP));
    await loops(run, "verschlüsselt");

    const web = createHttpServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    open.push(async () => web.close());
    const { port } = web.address() as AddressInfo;
    const lost = await pod({ port, transport: "ws", ws_path: "/broker" });
    await lost.until(() => lost.iface()?.error !== undefined);
    const refusal = `127.0.0.1:${port} nimmt unter „/broker“ keinen WebSocket an (HTTP 404)`;
    expect(lost.iface()?.error).toBe(refusal);
    expect((await lost.check()).at(-1)).toBe(`failed Protokoll: ${refusal}.`);

    const plain = await pod({ port: own.port, transport: "ws" });
    await plain.until(() => plain.iface()?.error !== undefined);
    expect(plain.iface()?.state).toBe(false);
  });
});

describe("birth and last will", () => {
  it.each(["3.1.1", "5"])("says with MQTT %s that it is there, gone, and back", async (protocol) => {
    const own = await broker();
    const relay = await startRelay(own.port);
    const watcher = await peer(own.port);
    const seen: string[] = [];
    watcher.on("message", (_topic, payload) => seen.push(payload.toString()));
    await watcher.subscribeAsync("haus/status", { qos: 1 });
    const state = { status_topic: "haus/status", birth: "da", will: "fort" };
    const run = await connected(await pod({ port: relay.port, protocol, ...state }));
    await expect.poll(() => seen).toEqual(["da"]);
    relay.cut();
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual(["da", "fort", "da"]);
    await run.stop();
    await expect.poll(() => seen).toEqual(["da", "fort", "da", "fort"]);
    // Kept by the broker for those who come later.
    const late = await peer(own.port);
    const kept = new Promise<[string, boolean]>((resolve) => {
      late.on("message", (_topic, payload, { retain }) => resolve([payload.toString(), retain]));
    });
    await late.subscribeAsync("haus/status");
    expect(await kept).toEqual(["fort", true]);
  });

  it("shows a refused birth message on the connection, and goes on", async () => {
    // Takes the sign-in, refuses the first publication, grants the subscription.
    const broker = createServer((socket) => {
      socket.on("error", () => undefined);
      const refuse = Buffer.from([0x40, 3, 0, 1, 0x87]);
      socket.on("data", (bytes) => {
        if (bytes[0] === 0x10) socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
        else if (((bytes[0] ?? 0) & 0xf0) === 0x30)
          socket.write(Buffer.concat([refuse, Buffer.from([0x90, 4, 0, 2, 0, 1])]));
      });
    });
    await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
    const { port } = broker.address() as AddressInfo;
    const run = await pod({ port, protocol: "5", status_topic: "haus/status" }, LOOP);
    open.push(async () => broker.close());
    await run.until(() => run.iface()?.error !== undefined);
    expect(run.iface()).toMatchObject({ state: true });
    expect(run.iface()?.error).toMatch(
      /^Der Broker nimmt die Geburtsnachricht unter „haus\/status“ nicht an: keine Berechtigung/,
    );
    await run.stop();
  });
});

/** Passes a connection on, and breaks it on demand. */
async function startRelay(target: number): Promise<{ port: number; cut(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(target, "127.0.0.1");
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => sockets.delete(end));
    }
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  open.push(async () => {
    cut();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, cut };
}
