/** The client against a server of WebSockets that says what a hub says, breaks off, falls silent and comes back. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type WebSocket as ServerSocket, WebSocket, WebSocketServer } from "ws";
import { connect } from "./index.ts";
import type { Live, LiveOptions, LiveValue } from "./types.ts";

type Message = Record<string, unknown> & { t: string };

/** Node 20 has no WebSocket of its own. */
beforeAll(() => vi.stubGlobal("WebSocket", WebSocket));
afterAll(() => vi.unstubAllGlobals());

let server: WebSocketServer;
let sockets: ServerSocket[];
let heard: Message[];
/** What the hub says to a message; undefined: nothing. */
let answer: (message: Message) => object | undefined;
let hub: Live | undefined;
let states: string[];

const welcome = { t: "welcome", user: "visu", read: ["*"], write: ["a.b.light"], hub: true };

beforeEach(async () => {
  sockets = [];
  heard = [];
  states = [];
  answer = ({ t }) => (t === "hello" ? welcome : undefined);
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  server.on("connection", (socket) => {
    sockets.push(socket);
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString("utf8")) as Message;
      heard.push(message);
      const said = answer(message);
      if (said) socket.send(JSON.stringify(said));
    });
  });
});
afterEach(() => {
  hub?.close();
  vi.useRealTimers();
  for (const socket of sockets) socket.terminate();
  server.close();
});

function begin(options: LiveOptions = { token: "t" }): Live {
  const { port } = server.address() as AddressInfo;
  hub = connect({ url: `ws://127.0.0.1:${port}/ws`, ...options });
  hub.onState((state, reason) => states.push(reason ?? state));
  return hub;
}
const say = (message: object) => sockets.at(-1)?.send(JSON.stringify(message));
const values = (...told: [string, unknown][]) =>
  say({ t: "values", values: told.map(([chan, value]) => ({ chan, value, quality: 0, ts: 1 })) });
const asked = (t: string) => heard.filter((message) => message.t === t);
/** Where no timer goes on. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};
const ready = () => expect.poll(() => states.at(-1)).toBe("ready");

describe("a connection", () => {
  it("signs in, and says who it is and what it may do", async () => {
    const live = begin({ user: "visu", password: "geheim" });
    await ready();
    expect(heard[0]).toEqual({ t: "hello", user: "visu", password: "geheim" });
    expect(live.access).toEqual({ user: "visu", read: ["*"], write: ["a.b.light"] });
    say({ t: "hub", connected: false });
    await expect.poll(() => states.at(-1)).toBe("away");
    say({ t: "hub", connected: true });
    await ready();
    live.close();
    expect(states.at(-1)).toBe("closed");
    expect(live.access).toBeUndefined();
  });

  it("is not tried again where nobody is let in, and says why", async () => {
    answer = () => ({ t: "error", message: "Benutzer, Passwort oder Token ist falsch." });
    server.on("connection", (socket) => socket.on("message", () => socket.close(4401)));
    const live = begin();
    await expect.poll(() => live.state).toBe("refused");
    expect(states.at(-1)).toBe("Benutzer, Passwort oder Token ist falsch.");
    vi.useFakeTimers();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sockets.length).toBe(1);
  });

  it("comes back with growing pauses, and has all that is watched told anew", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const live = begin();
    const seen: unknown[] = [];
    live.watch(["a.b.temp", "c.*"], ({ value }) => seen.push(value));
    await expect.poll(() => asked("subscribe").length).toBe(1);
    sockets[0]?.terminate();
    await expect.poll(() => states.at(-1)).toBe("connecting");
    await expect.poll(() => asked("subscribe").length, { timeout: 3_000 }).toBe(2);
    expect(asked("subscribe")[1]).toMatchObject({ names: ["a.b.temp"], patterns: ["c.*"] });
    values(["c.d", 7]);
    await expect.poll(() => seen).toEqual([7]);
  });

  it("counts a failed return as a failure, and waits twice as long each time", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    answer = () => undefined;
    server.on("connection", (socket) => socket.on("message", () => socket.close(1013)));
    begin();
    const at: number[] = [];
    server.on("connection", () => at.push(performance.now()));
    await expect.poll(() => at.length, { timeout: 8_000 }).toBe(3);
    const [first = 0, second = 0, third = 0] = at;
    expect((third - second) / (second - first)).toBeGreaterThan(1.5);
  });

  it("that fell silent is given up, and another one made", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const live = begin();
    await until(() => live.state === "ready");
    await vi.advanceTimersByTimeAsync(30_000);
    await until(() => asked("ping").length === 1);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(live.state).toBe("ready");
    await vi.advanceTimersByTimeAsync(200);
    expect(live.state).toBe("connecting");
    await vi.advanceTimersByTimeAsync(1_500);
    await until(() => sockets.length === 2);
  });
});

describe("what is watched", () => {
  it("is asked for once, together, in messages that are taken", async () => {
    const live = begin();
    const names = Array.from({ length: 250 }, (_, n) => `a.b.c${n}`);
    live.watch(names, () => undefined);
    live.watch("a.b.c1", () => undefined);
    await ready();
    await expect.poll(() => asked("subscribe").length).toBe(3);
    expect(asked("subscribe").flatMap((message) => message["names"])).toEqual(names);
    live.watch("a.b.c2", () => undefined);
    live.watch("x.*", () => undefined)();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked("subscribe").length).toBe(3);
  });

  it("is told to each who watches it, at once to whoever comes later, and no more to whoever left", async () => {
    const live = begin();
    const seen: string[] = [];
    const tell =
      (who: string) =>
      ({ chan, value }: LiveValue) =>
        seen.push(`${who} ${chan}=${String(value)}`);
    const end = live.watch("a.b.temp", tell("one"));
    live.watch("a.?.t*", tell("two"));
    await ready();
    values(["a.b.temp", 1], ["a.b.other", 2], ["a.bb.temp", 3]);
    await expect.poll(() => seen).toEqual(["one a.b.temp=1", "two a.b.temp=1"]);
    live.watch("a.b.temp", tell("three"));
    expect(seen.at(-1)).toBe("three a.b.temp=1");
    end();
    end();
    values(["a.b.temp", 4]);
    await expect.poll(() => seen.slice(3)).toEqual(["three a.b.temp=4", "two a.b.temp=4"]);
    expect(asked("unsubscribe")).toEqual([]);
  });

  it("is not asked for any more once nobody watches it", async () => {
    const live = begin();
    const end = live.watch(["a.b.temp", "c.*"], () => undefined);
    await ready();
    await expect.poll(() => asked("subscribe").length).toBe(1);
    end();
    await expect
      .poll(() => asked("unsubscribe"))
      .toEqual([{ t: "unsubscribe", names: ["a.b.temp"], patterns: ["c.*"] }]);
  });
});

describe("what is asked", () => {
  it("has its own answer, whatever comes first", async () => {
    answer = ({ t }) => (t === "hello" ? welcome : undefined);
    const live = begin();
    await ready();
    const [on, off] = [live.write("a.b.light", true), live.write("a.b.light", false)];
    await expect.poll(() => asked("write").length).toBe(2);
    const [first, second] = asked("write");
    say({ t: "ack", id: second?.["id"], chan: "a.b.light", state: "refused", reason: "gesperrt" });
    say({ t: "ack", id: first?.["id"], chan: "a.b.light", state: "written" });
    expect(await on).toMatchObject({ state: "written" });
    expect(await off).toMatchObject({ state: "refused", reason: "gesperrt" });
  });

  it("is refused without a connection, and unknown where it breaks off", async () => {
    const live = begin();
    await expect(live.write("a.b.light", true)).rejects.toThrow("not connected");
    await ready();
    const under = live.write("a.b.light", true);
    await expect.poll(() => asked("write").length).toBe(1);
    sockets[0]?.terminate();
    await expect(under).rejects.toThrow("connection lost before the answer");
    expect(asked("write").length).toBe(1);
  });

  it("fails with what the hub says is wrong", async () => {
    answer = (message) =>
      message.t === "hello" ? welcome : { t: "error", id: message["id"], message: "Zu viele Nummern" };
    const live = begin();
    await ready();
    await expect(live.acknowledge([1])).rejects.toThrow("Zu viele Nummern");
    expect(live.state).toBe("ready");
  });
});

it("alarms: those that stand, worst first, and none where none stands", async () => {
  answer = ({ t }) => {
    if (t === "hello") return welcome;
    return t === "subscribe_alarms" ? { t: "subscribed_alarms", state: "watching", standing: 0 } : undefined;
  };
  const live = begin();
  const told: string[] = [];
  const end = live.alarms((standing) => told.push(standing.map(({ id }) => id).join(" ")));
  await expect.poll(() => told).toEqual([""]);
  const alarm = (id: string, priority: number, nr: number, state = "active unacked") => ({
    id,
    priority,
    nr,
    state,
    source: "a.b",
    text: "",
  });
  say({ t: "alarms", alarms: [alarm("low", 3, 1), alarm("high", 1, 2)] });
  say({ t: "alarms", alarms: [alarm("high", 1, 2, "normal")] });
  await expect.poll(() => told).toEqual(["", "high low", "low"]);
  const late: number[] = [];
  live.alarms((standing) => late.push(standing.length))();
  expect(late).toEqual([1]);
  sockets[0]?.terminate();
  await expect.poll(() => told.slice(3), { timeout: 4_000 }).toEqual([""]);
  end();
  await expect.poll(() => asked("unsubscribe_alarms").length).toBe(1);
});
