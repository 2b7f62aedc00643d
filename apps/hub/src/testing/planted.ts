/**
 * A plant in which everything goes wrong that a cause is known for: the peers and the project. What the hub has to find is in
 * `planted-table.ts`.
 */
import { createServer, type Server, type Socket } from "node:net";
import type { CompiledLink, CompiledProject } from "@hubwart/project";
import {
  freePort,
  type Mosquitto,
  type PymodbusServer,
  startMosquitto,
  startPymodbusServer,
} from "@hubwart/testing";
import { channel, pod, project } from "./projects.ts";
import { realPod } from "./real-pods.ts";

export interface Peers {
  broker: Mosquitto;
  /** With a certificate that nobody trusts. */
  secure: Mosquitto;
  modbus: PymodbusServer;
  web: Server;
  deaf: Server;
  taken: Server;
  /** Nobody listens there. */
  closed: number;
  stop(): Promise<void>;
}

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
};

async function listening(take: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    take(socket);
  });
  server.on("close", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = server.close.bind(server);
  server.close = (done) => {
    for (const socket of sockets) socket.destroy();
    return close(done);
  };
  return server;
}

const answer = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

export async function startPeers(): Promise<Peers> {
  const [broker, secure, modbus, closed] = await Promise.all([
    startMosquitto({
      auth: { user: "haus", password: "richtig" },
      acl: "user haus\ntopic readwrite haus/#\n",
    }),
    startMosquitto({ tls: true }),
    startPymodbusServer({ units: { 1: { holding: { 0: [17, 4, 0, 0] } } }, silent: true }),
    freePort(),
  ]);
  const web = await listening((socket) =>
    socket.once("data", (request) => {
      const asked = request.toString();
      if (asked.includes(" /401")) socket.end(answer("401 Unauthorized", "{}"));
      else if (asked.includes(" /404")) socket.end(answer("404 Not Found", "{}"));
      else if (asked.includes(" /500")) socket.end(answer("500 Internal Server Error", "{}"));
      else socket.end(answer("200 OK", '{"a":1}'));
    }),
  );
  const deaf = await listening(() => undefined);
  const taken = await listening(() => undefined);
  return {
    broker,
    secure,
    modbus,
    web,
    deaf,
    taken,
    closed,
    stop: async () => {
      for (const server of [web, deaf, taken]) await new Promise((resolve) => server.close(resolve));
      await Promise.all([broker.stop(), secure.stop(), modbus.stop()]);
    },
  };
}

const HOST = "127.0.0.1";
const SCRIPTS = {
  "defekt.lua": `write("fake.s.defekt", 1`,
  "fehler.lua": `on_change("fake.a.count", function() error("Pumpe fehlt") write("fake.s.fehler", 1) end)`,
  "endet.lua": `write("fake.s.endet", nil + 1)`,
  "wartet.lua": `on_change("modb_client.m.abgelehnt", function(v) write("fake.s.wartet", v) end)`,
  "stumm.lua": `every(3600, function() write("fake.s.stumm", 1) end)`,
  "gut.lua": `every(0.2, function() write("fake.s.gut", 5) end)`,
};
const LONG = Array.from({ length: 103 }, (_, i) => `fake.k.c${i}`);

export function plantedProject(peers: Peers): CompiledProject {
  const { broker, closed, deaf, modbus, secure, taken, web } = peers;
  const client = (port: number, host = HOST) => ({ host, port, timeout: 300, interval: 1_000 });
  const set = (name: string, config: Record<string, string | number> = {}) =>
    channel(name, { dir: "out", config });
  const pods = [
    realPod(
      "modb_client.m",
      {
        gut: client(modbus.port),
        zu: client(closed),
        taub: client(portOf(deaf)),
        name: client(502, "gibt-es-nicht.invalid"),
        web: client(portOf(web)),
        seriell: { mode: "serial", device: "/dev/ttyFehlt", timeout: 300 },
      },
      {
        wert: { config: { address: 0 } },
        abgelehnt: { iface: "zu", config: { address: 0 } },
        stumm: { iface: "taub", config: { address: 0 } },
        name: { iface: "name", config: { address: 0 } },
        protokoll: { iface: "web", config: { address: 0 } },
        seriell: { iface: "seriell", config: { address: 0 } },
        adresse: { config: { address: 60_000 } },
        einheit: { config: { address: 0, unit_id: 9 } },
        gross: { dir: "out", type: "int", config: { address: 2 } },
        wohin: { dir: "out", type: "int", config: { address: 61_000 } },
        zuschreiben: { dir: "out", type: "int", iface: "zu", config: { address: 1 } },
      },
    ),
    realPod(
      "mqtt.b",
      {
        gut: { host: HOST, port: broker.port, user: "haus", password: "richtig", protocol: "5" },
        passwort: { host: HOST, port: broker.port, user: "haus", password: "falsch" },
        klartext: { host: HOST, port: broker.port, tls: true },
        tls: { host: HOST, port: secure.port, tls: true },
        zu: { host: HOST, port: closed },
      },
      {
        nie: { config: { topic: "haus/nie" } },
        alt: { config: { topic: "haus/alt", max_age: 1 } },
        inhalt: { config: { topic: "haus/inhalt", pointer: "/b" } },
        rechte: { dir: "out", config: { topic: "fremd/x", qos: 1 } },
        passwort: { iface: "passwort", config: { topic: "x" } },
        klartext: { iface: "klartext", config: { topic: "x" } },
        tls: { iface: "tls", config: { topic: "x" } },
        abgelehnt: { iface: "zu", config: { topic: "x" } },
        gesendet: { dir: "out", config: { topic: "haus/alt", retain: true, qos: 1 } },
        gesendet2: { dir: "out", type: "string", config: { topic: "haus/inhalt", retain: true, qos: 1 } },
      },
    ),
    realPod(
      "http_out.w",
      { main: { url: `http://${HOST}:${portOf(web)}` } },
      {
        anmelden: { config: { path: "/401", interval: 1_000 } },
        weg: { config: { path: "/404", interval: 1_000 } },
        fehler: { config: { path: "/500", interval: 1_000 } },
        inhalt: { config: { path: "/x", pointer: "/b", interval: 1_000 } },
        gut: { config: { path: "/x", pointer: "/a", interval: 1_000 } },
      },
    ),
    realPod(
      "http_in.i",
      { belegt: { port: portOf(taken), bind: HOST } },
      { belegt: { config: { path: "/x" } } },
    ),
    realPod("http_in.nie", { main: { port: 0, bind: HOST } }, { wert: { config: { path: "/x" } } }),
    realPod("http_in.fern", { main: { port: 0, bind: HOST } }, { wert: { config: { path: "/x" } } }, false),
    realPod(
      "s7_client.c",
      { main: { host: HOST, port: closed } },
      { wert: { config: { address: "DB1.DBW0" } } },
    ),
    pod("fake.a", [
      channel("fake.a.count", { config: { does: "count", every: 50 } }),
      channel("fake.a.text", { type: "string", config: { does: "say", value: "warm" } }),
      channel("fake.a.ungueltig", { config: { does: "say", quality: 2 } }),
      channel("fake.a.unsicher", { config: { does: "say", quality: 1 } }),
      channel("fake.a.stumm", { dir: "out", config: { does: "mute" } }),
    ]),
    pod("fake.s", [
      ...["defekt", "fehler", "endet", "wartet", "stumm", "gut", "niemand"].map((name) =>
        set(`fake.s.${name}`),
      ),
      ...["typ", "zuordnung", "umrechnung", "ueberholt", "kreis1", "kreis2", "konstante", "plan"].map(
        (name) => set(`fake.s.${name}`),
      ),
      set("fake.s.kette"),
      channel("fake.s.gehalten", { dir: "out", config: {} }),
      set("fake.s.mehrere"),
      set("fake.s.quelle"),
    ]),
    pod(
      "fake.k",
      LONG.map((name) => set(name)),
    ),
    pod("fake.absturz", [
      channel("fake.absturz.x", { dir: "out", type: "string" }),
      channel("fake.absturz.y"),
    ]),
    pod("fake.still", [channel("fake.still.x", { config: { does: "count", every: 50 } })]),
    pod("moody.laune", [channel("moody.laune.x")], { config: { mood: "bad" } }),
  ];
  const links: CompiledLink[] = [
    { source: "fake.a.text", target: "fake.s.typ" },
    { source: "fake.a.text", target: "fake.s.zuordnung", map: { kalt: 1 } },
    { source: "fake.a.text", target: "fake.s.umrechnung", scale: 2 },
    { source: "fake.a.count", target: "fake.s.ueberholt" },
    { source: "fake.s.kreis1", target: "fake.s.kreis2" },
    { source: "fake.s.kreis2", target: "fake.s.kreis1" },
    { source: "const.k.soll", target: "fake.s.konstante" },
    { source: "sched.k.plan", target: "fake.s.plan" },
    { source: "modb_client.m.abgelehnt", target: "fake.s.kette", scale: 2 },
    { source: "modb_client.m.abgelehnt", target: "fake.s.mehrere" },
    { source: "mqtt.b.passwort", target: "fake.s.mehrere" },
    { source: "fake.a.count", target: "fake.s.gehalten", minInterval: 3_600_000 },
    { source: "http_out.w.gut", target: "fake.s.quelle" },
    { source: "fake.a.count", target: LONG[0] ?? "", minInterval: 1_000 },
    ...LONG.slice(1).map((target, i) => ({ source: LONG[i] ?? "", target })),
  ];
  return project(pods, links, {
    constants: [{ chan: "const.k.soll", type: "int", value: 21 }],
    schedules: [{ chan: "sched.k.plan", type: "int", default: 4 }],
    scripts: SCRIPTS,
  });
}
