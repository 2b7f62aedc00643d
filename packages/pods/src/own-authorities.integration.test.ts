/**
 * A server's certificate of a private authority, for every kind of pod that connects by TLS: refused before the authority is
 * added, accepted after, refused after its deletion; and no connection outlasts that.
 */
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { trustAuthorities } from "@hubwart/core";
import type { PodKind } from "@hubwart/runtime/pod";
import { makePair, startMailServer, startMosquitto, startProsody } from "@hubwart/testing";
import { afterEach, expect, it } from "vitest";
import { kind as chat } from "./chat/index.ts";
import { kind as email } from "./email/index.ts";
import { kind as httpOut } from "./http-out/index.ts";
import { kind as mqtt } from "./mqtt/index.ts";
import { type PodRun, podLoad, startPod, type TestChannel } from "./testing/index.ts";

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
  await trustAuthorities([]);
});

interface Target {
  ca: string;
  /** Tries a connection. */
  accepted: () => Promise<boolean>;
  /** While the authority is there. */
  stands?: () => Promise<unknown>;
  /** Connections that still stand, of pods that keep one. */
  open?: () => number;
}

async function pod(
  kind: PodKind,
  iface: Record<string, string | number | boolean>,
  channels: TestChannel[] = [],
) {
  const run = await startPod(kind, podLoad(kind.schema, [iface], channels));
  ended.push(() => run.stop());
  return run;
}

/** "Verbindung prüfen". */
const checked = (run: PodRun) => async () => !(await run.check()).some((step) => step.startsWith("failed"));

async function httpsServer() {
  const { ca, pair } = await makePair();
  const sockets = new Set<Socket>();
  // Slack's hooks answer so.
  const server = createServer(pair, (request, response) =>
    request.resume().once("end", () => response.end("ok")),
  );
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return { ca, url, open: () => sockets.size };
}

async function mailTarget(security: "starttls" | "tls"): Promise<Target> {
  const server = await startMailServer({ security });
  ended.push(() => server.stop());
  const given = {
    host: "localhost",
    port: server.port,
    security,
    from: "hub@example.org",
    to: "anna@example.org",
  };
  return { ca: server.ca, accepted: checked(await pod(email, given)) };
}

const targets: Readonly<Record<string, () => Promise<Target>>> = {
  "an https target": async () => {
    const { url, ...server } = await httpsServer();
    const read: TestChannel = { chan: "x", dir: "in", config: { path: "/", interval: 100 } };
    const run = await pod(httpOut, { url }, [read]);
    return {
      ...server,
      accepted: checked(run),
      stands: () => run.until(() => run.last("x")?.value === "ok"),
    };
  },
  "an MQTT broker": async () => {
    const broker = await startMosquitto({ tls: true });
    ended.push(() => broker.stop());
    const run = await pod(mqtt, { host: "localhost", port: broker.port, tls: true });
    return {
      ca: broker.certificates?.ca ?? "",
      accepted: checked(run),
      stands: () => run.until(() => run.iface()?.state === true),
      open: () => (run.iface()?.state === true ? 1 : 0),
    };
  },
  "a mail server with STARTTLS": () => mailTarget("starttls"),
  "a mail server with TLS": () => mailTarget("tls"),
  "an XMPP server with STARTTLS": async () => {
    const server = await startProsody({ users: { hub: "pw" } });
    ended.push(() => server.stop());
    const account = { service: "xmpp", url: server.url, user: "hub@localhost", token: "pw" };
    const run = await pod(chat, account);
    return {
      ca: server.ca,
      accepted: checked(run),
      stands: () => run.until(() => run.iface()?.state === true),
      open: () => (run.iface()?.state === true ? 1 : 0),
    };
  },
  "a chat's webhook": async () => {
    const { url, ...server } = await httpsServer();
    const run = await pod(chat, { service: "slack", webhook: `${url}/hook/1` });
    const accepted = async () => ((await run.ask("test", { iface: "main" })) as { sent: boolean }).sent;
    return { ...server, accepted };
  },
};

it.each(Object.keys(targets))(
  "%s is refused before, accepted while it is there, refused after",
  async (name) => {
    const target = await targets[name]?.();
    if (!target) throw new Error("no such target");
    expect(await target.accepted()).toBe(false);
    await trustAuthorities([target.ca]);
    expect(await target.accepted()).toBe(true);
    await target.stands?.();
    await trustAuthorities([]);
    const { open = () => 0 } = target;
    await expect.poll(open).toBe(0);
    expect(await target.accepted()).toBe(false);
  },
);
