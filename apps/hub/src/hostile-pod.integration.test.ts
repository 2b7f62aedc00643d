/** A program that holds the token of an external pod and sends what it likes: the hub and all others go on. */
import { readFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useHubBuild } from "./testing/hub-build.ts";
import type { HubProcess } from "./testing/hub-process.ts";
import { channel, pod, project } from "./testing/projects.ts";

const ID = "fake.out";
const build = useHubBuild();
let hub: HubProcess;
let token: string;
let open: net.Socket[] = [];

beforeEach(async () => {
  hub = await build.start({
    project: project(
      [
        pod(
          ID,
          [
            channel(`${ID}.json`, { type: "json" }),
            channel(`${ID}.text`, { type: "string" }),
            channel(`${ID}.set`, { dir: "out" }),
          ],
          { internal: false },
        ),
        pod("fake.in", [
          channel("fake.in.count", { config: { does: "count", every: 20 } }),
          channel("fake.in.text", { type: "string", dir: "out" }),
        ]),
      ],
      [{ source: `${ID}.json`, target: "fake.in.text" }],
    ),
  });
  token = (await readFile(path.join(hub.layout.podTokens, ID), "utf8")).trim();
  await hub.until("the other pod", async () => (await hub.pod("fake.in")).running);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await hub.stop();
});

interface Hostile {
  socket: net.Socket;
  closed: Promise<void>;
  send: (message: object | string) => void;
}

/** Signed in with the right token, and online. */
async function signIn(): Promise<Hostile> {
  await hub.until("the place to be free", async () => !(await hub.pod(ID)).running);
  const socket = net.connect(hub.layout.podSocket);
  open.push(socket);
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const send = (message: object | string) => {
    if (socket.writable) socket.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
  };
  send({ t: "hello", protocol: 2, id: ID, pid: 1, token });
  await new Promise((resolve) => socket.once("data", resolve));
  socket.resume();
  send({ t: "loaded", problems: [] });
  await hub.until("the hostile pod", async () => (await hub.pod(ID)).running);
  return { socket, closed, send };
}

/** Nobody else has noticed: the same hub, the same pod, and its values come. */
async function unharmed(before: { hub: number; pod: number }): Promise<void> {
  const { count } = await hub.value("fake.in.count");
  await hub.until("further values", async () => (await hub.value("fake.in.count")).count > count);
  const other = await hub.pod("fake.in");
  expect({ hub: hub.child.pid, pod: other.pid, starts: other.starts }).toEqual({ ...before, starts: 1 });
}
const present = async () => ({ hub: hub.child.pid ?? 0, pod: (await hub.pod("fake.in")).pid });
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const values = (v: string, t = "1", seq = 1) =>
  `{"t":"values","seq":${seq},"values":{"n":[0],"v":[${v}],"t":[${t}]}}\n`;

describe("a hostile pod", () => {
  it.each([
    ["a value of 70 levels", values(nested(70)), "unverständliche Nachricht"],
    ["a value of 5,000 levels", values(nested(5_000)), "unverständliche Nachricht"],
    ["a value of a million levels", values(nested(1_000_000)), "unverständliche Nachricht"],
    ["20 million lists", values(`[${"[],".repeat(20_000_000)}[]]`), "unverständliche Nachricht"],
    ["a time that no date can hold", values("1", "1e308"), "unverständliche Nachricht"],
    ["a number out of order", values("1", "1", 7), "zählt seine Nachrichten falsch"],
    ["a second hello", '{"t":"hello","protocol":2,"id":"x","pid":1}\n', "zweimal angemeldet"],
    [
      "a text of 50 MB as an error",
      `{"t":"conn","iface":{"iface":"main","state":false,"active":0,"count":0,"last":1,"error":"${"x".repeat(50_000_000)}"}}\n`,
      "unverständliche Nachricht",
    ],
    [
      "deep fields that nobody asked for",
      `{"t":"conn","iface":{"iface":"main","state":true,"active":0,"count":0,"last":1,"more":${nested(5_000)}}}\n`,
      "unverständliche Nachricht",
    ],
  ])("is disconnected and named for %s", async (_what, text, reason) => {
    const before = await present();
    const { closed, send } = await signIn();
    send(text);
    await closed;
    await hub.until("the reason", async () => (await hub.pod(ID)).error?.includes(reason) ?? false);
    await unharmed(before);
    const { records } = await hub.client.request("traceMeta", { filter: [] });
    expect(JSON.stringify(records).length).toBeLessThan(10_000);
    await signIn();
  });

  it("is disconnected when its channels hold too much together", async () => {
    const { closed, send } = await signIn();
    const large = JSON.stringify("x".repeat(8_000_000));
    for (let seq = 1; seq <= 9; seq += 1) {
      send(
        `{"t":"values","seq":${seq},"values":{"n":[${seq % 2}],"v":[[${large},${large},${large},${large},${large}]],"t":[1]}}\n`,
      );
    }
    await closed;
    expect((await hub.pod(ID)).error).toContain("zusammen zu groß");
  });

  it("is disconnected when it floods and never reads, at little memory", async () => {
    const before = await present();
    const { closed, socket } = await signIn();
    socket.pause();
    let seq = 0;
    let ended = false;
    void closed.then(() => {
      ended = true;
    });
    const from = performance.now();
    let peak = 0;
    while (!ended && performance.now() - from < 60_000) {
      let text = "";
      for (let i = 0; i < 500; i += 1) {
        seq += 1;
        text += values("1", "1", seq);
      }
      if (!socket.write(text)) await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5))]);
      if (seq % 50_000 === 0) peak = Math.max(peak, await memoryOf(before.hub));
    }
    expect(ended).toBe(true);
    expect((await hub.pod(ID)).error).toMatch(/ohne die Bestätigungen zu lesen|liest nicht/);
    expect(Math.max(peak, await memoryOf(before.hub))).toBeLessThan(300);
    await unharmed(before);
  });

  it("ends no process with any message of any type", async () => {
    const before = await present();
    let hostile = await signIn();
    const good = [
      { t: "values", seq: 1, values: { n: [0, 1], v: [1, "x"], q: [0, 1], t: [1, 2] } },
      { t: "ack", seq: 1 },
      { t: "written", results: { n: [2], seq: [1], why: ["x"] } },
      { t: "loaded", problems: [{ field: "a", message: "b" }] },
      { t: "conn", iface: { iface: "main", state: true, active: 1, count: 1, last: 1, port: 1, error: "x" } },
      { t: "log", entries: [{ ts: 1, level: "info", src: "x", module: "m", msg: "x", chan: "y" }] },
      { t: "stats", stats: { memory: 1, cpu: 1, counters: { in: 1, out: 1, coalesced: 1, failed: 1 } } },
      { t: "ask", id: 1, method: "newest", params: { indexes: [0] }, ms: 1_000 },
      { t: "unask", id: 1 },
      { t: "answer", id: 1, result: 1, error: { kind: "invalid", message: "x", fields: [] } },
      { t: "hello", protocol: 2, id: ID, pid: 1, token: "x" },
    ];
    const junk = fc.oneof(
      fc.jsonValue({ maxDepth: 20 }),
      fc.constantFrom<unknown>(1e308, -1, "x".repeat(100_000), null, JSON.parse(nested(69)), {
        __proto__: null,
      }),
    );
    const message = fc
      .tuple(fc.constantFrom(...good), fc.array(fc.tuple(fc.nat(40), junk), { maxLength: 3 }))
      .map(([base, changes]) => {
        const copy: unknown = structuredClone(base);
        for (const [at, value] of changes) replace(copy, at, value);
        return copy as object;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 30 }), async (messages) => {
        if (hostile.socket.destroyed || !(await hub.pod(ID)).running) {
          hostile.socket.destroy();
          hostile = await signIn();
        }
        for (const each of messages) hostile.send(each);
        expect((await hub.client.request("status", {})).pid).toBe(before.hub);
      }),
      { numRuns: 120, interruptAfterTimeLimit: 30_000 },
    );
    await unharmed(before);
  });
});

describe("a person who writes", () => {
  it("is refused a value of many levels, and the hub goes on", async () => {
    const before = await present();
    const write = (value: unknown) => hub.client.request("write", { chan: "fake.in.text", value });
    for (const levels of [65, 100, 2_000]) {
      await expect(write(JSON.parse(nested(levels)))).rejects.toMatchObject({
        kind: expect.stringMatching(/invalid|unavailable/) as string,
      });
    }
    await hub.until(
      "the connection",
      async () => (await hub.client.request("status", {})).pid === before.hub,
    );
    await unharmed(before);
  });
});

/** Puts a value in some place of an object, counted as they come. */
function replace(target: unknown, at: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk((node as Record<string, unknown>)[key]);
    }
  };
  walk(target);
  const place = places[at % Math.max(1, places.length)];
  if (place && place[1] !== "t") place[0][place[1]] = structuredClone(value);
}

/** Resident, MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
