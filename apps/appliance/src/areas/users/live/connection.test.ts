import { LIVE_CLOSE, LIVE_LIMITS, type LiveAnswer, type LiveValue } from "@hubwart/contract/live";
import { createLogger, DeniedError, ManualClock, MemoryLogSink } from "@hubwart/core";
import type { LiveUser, Peer } from "@hubwart/live";
import { expect, it } from "vitest";
import type { LiveChannels } from "./channels.ts";
import { LiveConnection } from "./connection.ts";
import type { Feed } from "./feed.ts";
import { Pace } from "./pace.ts";

const USER: LiveUser = { username: "visu", role: "read write", pwd: "", token: "" };
const settle = () => new Promise((resolve) => setImmediate(resolve));

function bench({ places = true } = {}) {
  const said: LiveAnswer[] = [];
  const closes: number[] = [];
  const entered: string[] = [];
  const writes: string[] = [];
  const acknowledged: number[] = [];
  const held: (() => void)[] = [];
  const peer = {
    busy: false,
    closed: false,
    send: () => undefined,
    sendJson: (answer: LiveAnswer) => said.push(answer),
    close: (code: number) => closes.push(code),
  };
  const found = { values: [] as LiveValue[] | undefined };
  const channels = {
    find: async () => found.values,
    write: (_access: unknown, _address: string, chan: string) => {
      writes.push(chan);
      return new Promise((resolve) => held.push(() => resolve({ state: "written" })));
    },
  };
  const ready = { now: async (): Promise<void> => undefined };
  const watched: (readonly string[])[] = [];
  const feed = {
    set: (_subscriber: unknown, patterns: readonly string[]) => watched.push(patterns),
    ready: () => ready.now(),
  };
  const clock = new ManualClock();
  const pace = new Pace(clock);
  const connection = new LiveConnection(peer as unknown as Peer, "192.0.2.1", {
    door: {
      admit: async (credentials) => {
        if ("token" in credentials && credentials.token === "right") return USER;
        throw new DeniedError("falsch");
      },
    },
    channels: channels as unknown as LiveChannels,
    alarms: {
      feed: { ready: async () => undefined, add: () => 0, delete: () => undefined, state: "watching" },
      alarms: {
        acknowledge: async (_access, _address, nrs) => {
          acknowledged.push(...nrs);
          return { done: [], refused: [] };
        },
      },
    },
    feed: feed as unknown as Feed,
    log: createLogger("system", "test", new MemoryLogSink()),
    hub: () => true,
    pace,
    enter: (_connection, { username }) => {
      entered.push(username);
      return places;
    },
  });
  const say = async (message: object) => {
    connection.took(message);
    await settle();
  };
  const hello = () => say({ t: "hello", token: "right" });
  /** As by the gateway, when the access of its user changed. */
  const end = () => {
    peer.closed = true;
    connection.ended();
  };
  return {
    acknowledged,
    clock,
    closes,
    connection,
    end,
    entered,
    found,
    held,
    hello,
    pace,
    ready,
    said,
    say,
    watched,
    writes,
  };
}
const kinds = (said: LiveAnswer[]) => said.map(({ t }) => t);

it("does nothing for whoever has not signed in", async () => {
  const { say, said, writes, connection, closes } = bench();
  for (const message of [
    { t: "ping" },
    { t: "subscribe", names: ["a.b"] },
    { t: "unsubscribe", names: ["a.b"] },
    { t: "write", chan: "a.b", value: 1 },
  ])
    await say(message);
  expect([kinds(said), writes]).toEqual([["error", "error", "error", "error"], []]);
  expect([connection.user, connection.mayRead("a.b")]).toEqual([undefined, false]);
  await say({ t: "hello", token: "wrong" });
  expect([closes, connection.user]).toEqual([[LIVE_CLOSE.notSignedIn], undefined]);
});

it("is one user's, once, and only with a place", async () => {
  const one = bench();
  await one.hello();
  await one.hello();
  expect([kinds(one.said), one.entered]).toEqual([["welcome", "error"], ["visu"]]);
  const two = bench();
  two.connection.took({ t: "hello", token: "right" });
  await two.hello();
  expect(two.entered).toEqual(["visu"]);
  const full = bench({ places: false });
  await full.hello();
  expect([kinds(full.said), full.closes, full.connection.mayRead("a")]).toEqual([
    ["error"],
    [LIVE_CLOSE.tooMany],
    false,
  ]);
});

it("reads nothing any more after its end", async () => {
  const { hello, connection } = bench();
  await hello();
  expect(connection.mayRead("a.b")).toBe(true);
  connection.ended();
  expect([connection.user, connection.mayRead("a.b")]).toEqual([undefined, false]);
});

it("names so many channels and patterns", async () => {
  const { hello, say, said } = bench();
  await hello();
  const names = (from: number, count: number) => Array.from({ length: count }, (_, i) => `a.n${from + i}`);
  await say({ t: "subscribe", names: names(0, LIVE_LIMITS.subscriptions - 1) });
  await say({ t: "subscribe", names: names(5_000, 2) });
  await say({ t: "subscribe", names: names(5_000, 1) });
  expect(kinds(said).slice(1)).toEqual(["subscribed", "error", "subscribed"]);
  const other = bench();
  await other.hello();
  const patterns = Array.from({ length: LIVE_LIMITS.patterns }, (_, i) => `a${i}.*`);
  await other.say({ t: "subscribe", patterns });
  await other.say({ t: "subscribe", patterns: ["b.*"] });
  expect(kinds(other.said).slice(1)).toEqual(["subscribed", "error"]);
});

it("has so many questions and writes under way", async () => {
  const { hello, say, said, writes, held, ready } = bench();
  await hello();
  let go: () => void = () => undefined;
  ready.now = () => new Promise((resolve) => (go = resolve));
  for (let n = 0; n < 65; n += 1) await say({ t: "subscribe", id: n, names: ["a.b"] });
  expect(said.slice(1)).toMatchObject([{ t: "error", id: 64 }]);
  ready.now = async () => undefined;
  go();
  for (let n = 0; n <= LIVE_LIMITS.writes; n += 1) await say({ t: "write", id: n, chan: "a.b", value: n });
  expect(writes).toHaveLength(LIVE_LIMITS.writes);
  expect(said.at(-1)).toMatchObject({ t: "ack", state: "refused", id: LIVE_LIMITS.writes });
  for (const end of held.splice(0)) end();
  await settle();
  await say({ t: "write", chan: "a.b", value: 0 });
  expect(writes).toHaveLength(LIVE_LIMITS.writes + 1);
});

it("acknowledges nothing after its end, though it was asked for before", async () => {
  const { acknowledged, clock, hello, pace, say, end } = bench();
  await hello();
  await say({ t: "acknowledge", nrs: [1] });
  await pace.turn("visu", LIVE_LIMITS.patternsAtOnce - 25);
  await say({ t: "acknowledge", nrs: [2] });
  expect(acknowledged).toEqual([1]);
  clock.advance(60_000);
  await settle();
  expect(acknowledged).toEqual([1, 2]);
  await pace.turn("visu", LIVE_LIMITS.patternsAtOnce - 25);
  await say({ t: "acknowledge", nrs: [3] });
  end();
  clock.advance(60_000);
  await settle();
  expect(acknowledged).toEqual([1, 2]);
});

it("watches nothing after its end, whatever becomes of a question", async () => {
  const { hello, say, watched, found, ready, end } = bench();
  await hello();
  await say({ t: "subscribe", names: ["a.b"] });
  let fail: (error: Error) => void = () => undefined;
  ready.now = () => new Promise((_, reject) => (fail = reject));
  await say({ t: "subscribe", names: ["a.c"] });
  found.values = undefined;
  end();
  fail(new Error("weg"));
  await settle();
  expect(watched.at(-1)).toEqual([]);
});
