import { chmod, stat, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import {
  ConflictError,
  createLogger,
  InvalidInputError,
  MemoryLogSink,
  Scope,
  systemClock,
  UnavailableError,
} from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HubEvent, HubStatus } from "../hub-api.ts";
import { HubClient } from "./hub-client.ts";
import { type HubHandlers, type HubPeer, HubSocketServer } from "./hub-socket-server.ts";

const STATUS: HubStatus = {
  pid: 1,
  state: "running",
  started: 1,
  projectVersion: null,
  projectId: null,
  pods: 0,
  podsOnline: 0,
};

const folder = useFolder();
let socketPath: string;
let serverScope: Scope;
let clientScope: Scope;
let sink: MemoryLogSink;

beforeEach(async () => {
  socketPath = path.join(folder(), "run", "hub.sock");
  serverScope = new Scope();
  clientScope = new Scope();
  sink = new MemoryLogSink();
});
afterEach(async () => {
  await clientScope.end();
  await serverScope.end();
});

const empty = () => ({});
const RECORD = { chan: "a.b.c", value: 1, quality: 0, last: 1, count: 1 } as const;
function handlers(own: Partial<HubHandlers> = {}): HubHandlers {
  return {
    status: () => STATUS,
    pods: () => ({ pods: [] }),
    traceData: () => ({ records: [], total: 0 }),
    traceMeta: () => ({ records: [] }),
    why: () => Promise.reject(new Error("no channel")),
    whyAll: () => ({ groups: [], looked: 0, troubled: 0 }),
    channelDefinition: () => Promise.reject(new Error("no channel")),
    podDefinition: () => ({ type: "ping", ifaces: [] }),
    area: () => ({ named: false, area: "", channels: 0, areas: [], points: [], total: 0, records: [] }),
    uncertain: () => ({ pods: {} }),
    applyProject: () => ({ restarted: false }),
    podRestart: empty,
    logLevel: empty,
    podAsk: () => ({ result: null }),
    podLogLevel: empty,
    scripts: () => ({ pod: null, scripts: [] }),
    scriptTrial: empty,
    scriptTrialLook: () => Promise.reject(new Error("no trial")),
    scriptTrialStop: empty,
    suggest: () => ({ values: [] }),
    chart: () => ({ step: 0, series: [] }),
    correct: () => Promise.reject(new Error("nothing recorded")),
    corrections: () => ({ corrections: [] }),
    correctionUndo: () => Promise.reject(new Error("nothing recorded")),
    write: () => ({ before: RECORD, after: RECORD, state: "written" }),
    licenseChanged: () => STATUS,
    trustChanged: () => ({}),
    schedulesChanged: empty,
    recordingChanged: empty,
    watch: empty,
    alarms: () => Promise.reject(new Error("no alarms")),
    alarmNews: () => Promise.reject(new Error("no alarms")),
    alarmTally: () => Promise.reject(new Error("no alarms")),
    alarmHistory: () => ({ events: [], total: 0 }),
    alarmFigures: () => Promise.reject(new Error("no alarms")),
    alarmAct: () => ({ done: [] }),
    alarmShelve: () => ({ done: [] }),
    alarmComment: empty,
    alarmMaintain: () => Promise.reject(new Error("no alarms")),
    alarmMaintainEnd: empty,
    alarmFindings: empty,
    alarmLink: () => ({ alarms: [], count: 0 }),
    alarmLinkAck: () => ({ done: [], by: "", alarms: [] }),
    alarmChatAck: () => ({ done: [], by: "" }),
    alarmSettings: empty,
    alarmTest: () => ({ results: [] }),
    energy: () => Promise.reject(new Error("no meters")),
    energySums: () => Promise.reject(new Error("no meters")),
    energyEvents: () => ({ events: [] }),
    energyExchange: () => Promise.reject(new Error("no meters")),
    ...own,
  };
}

async function serve(own: Partial<HubHandlers> = {}): Promise<HubSocketServer> {
  const log = createLogger("hub", "socket", sink);
  const server = new HubSocketServer({ path: socketPath, handlers: handlers(own), log, scope: serverScope });
  await server.listen();
  return server;
}

async function connect(): Promise<HubClient> {
  const client = new HubClient({ path: socketPath, clock: systemClock, scope: clientScope });
  const connected = new Promise<void>((resolve) => {
    const end = client.onConnected(() => {
      end();
      resolve();
    });
  });
  client.start();
  await connected;
  return client;
}

describe("hub socket", () => {
  it("answers requests, also out of order", async () => {
    let release = () => {};
    await serve({
      applyProject: () =>
        new Promise((resolve) => {
          release = () => resolve({ restarted: true });
        }),
    });
    const client = await connect();
    const slow = client.request("applyProject", {});
    expect(await client.request("status", {})).toEqual(STATUS);
    release();
    expect(await slow).toEqual({ restarted: true });
  });

  it("hands errors over with their kind and fields, and defects without internals", async () => {
    await serve({
      write: () => {
        throw new InvalidInputError([{ field: "value", message: "Erlaubt ist eine Zahl." }]);
      },
      podRestart: () => Promise.reject(new ConflictError("Es läuft bereits eine Änderung.")),
      traceData: () => {
        throw new TypeError("secret internals");
      },
    });
    const client = await connect();
    await expect(client.request("write", { chan: "a.b.c", value: 1 })).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ field: "value", message: "Erlaubt ist eine Zahl." }],
    });
    await expect(client.request("podRestart", { pod: "a.b" })).rejects.toBeInstanceOf(ConflictError);
    await expect(client.request("traceData", { filter: [], tags: [] })).rejects.toThrow(
      "Im Hub ist ein Fehler aufgetreten.",
    );
    expect(sink.entries.map(({ msg }) => msg)).toEqual(["Anfrage traceData: secret internals"]);
  });

  it("refuses requests while the hub is away, fails those under way, and connects again", async () => {
    await serve({ applyProject: () => new Promise(() => {}) });
    const client = await connect();
    const events: boolean[] = [];
    const under = client.request("applyProject", {});
    const lost = new Promise<void>((resolve) => {
      client.onConnected((connected) => {
        events.push(connected);
        if (!connected) resolve();
      });
    });
    await serverScope.end();
    await expect(under).rejects.toBeInstanceOf(UnavailableError);
    await lost;
    expect(client.connected).toBe(false);
    await expect(client.request("status", {})).rejects.toThrow("Der Hub ist zurzeit nicht erreichbar.");
    const back = new Promise<void>((resolve) => client.onConnected((connected) => connected && resolve()));
    serverScope = new Scope();
    await serve();
    await back;
    expect(await client.request("status", {})).toEqual(STATUS);
    expect(events).toEqual([false, true]);
  });

  it("gives up on an answer that does not come in time", async () => {
    await serve({ applyProject: () => new Promise(() => {}) });
    const client = await connect();
    const request = client.request("applyProject", {}, { timeout: 20 });
    await expect(request).rejects.toThrow("Der Hub hat nicht rechtzeitig geantwortet.");
  });

  it("sends events to all, and to one", async () => {
    let peer: HubPeer | undefined;
    const server = await serve({
      watch: (_parameters, who) => {
        peer = who;
        return {};
      },
    });
    const [one, other] = [await connect(), await connect()];
    const got: [string, HubEvent["e"]][] = [];
    one.onEvent((event) => got.push(["one", event.e]));
    other.onEvent((event) => got.push(["other", event.e]));
    await one.request("watch", { filter: ["*"] });
    peer?.send({ e: "values", records: [] });
    server.broadcast({ e: "status", status: STATUS });
    await other.request("status", {});
    await one.request("status", {});
    expect(got.toSorted(([a, b], [c, d]) => `${a} ${b}`.localeCompare(`${c} ${d}`))).toEqual([
      ["one", "status"],
      ["one", "values"],
      ["other", "status"],
    ]);
  });

  it("ends a connection that sends nonsense, and no other", async () => {
    await serve();
    const client = await connect();
    for (const text of ["nonsense\n", '{"id":"1","m":"status"}\n', "[]\n", "x".repeat(5 * 1024 * 1024)]) {
      const socket = net.connect(socketPath);
      socket.on("error", () => undefined);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.write(text);
      await closed;
    }
    expect(await client.request("status", {})).toEqual(STATUS);
  });

  it("refuses a request it does not know, also one that every object has", async () => {
    await serve();
    const client = await connect();
    for (const name of ["nothing", "constructor", "__proto__"]) {
      await expect(client.request(name as "status", {})).rejects.toMatchObject({ kind: "not-found" });
    }
  });

  it("is private, replaces a dead socket file and leaves a living one alone", async () => {
    await serve();
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(socketPath))).mode & 0o777).toBe(0o700);
    await expect(serve()).rejects.toBeInstanceOf(ConflictError);
    await serverScope.end();
    await chmod(path.dirname(socketPath), 0o755);
    serverScope = new Scope();
    await writeFile(socketPath, "");
    await serve();
    expect((await (await connect()).request("status", {})).state).toBe("running");
    expect((await stat(path.dirname(socketPath))).mode & 0o777).toBe(0o700);
  });
});
