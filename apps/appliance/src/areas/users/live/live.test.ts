import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { DataRecord } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import type { AuditRecord } from "../../../http/ports.ts";
import { ScriptedHub } from "../../../testing/scripted-hub.ts";
import { accessOf } from "./access.ts";
import { LiveChannels, NotWritableError } from "./channels.ts";
import { Feed, type Subscriber } from "./feed.ts";
import { credentialsOf } from "./http.ts";
import { Pace } from "./pace.ts";
import { WriteAudit } from "./write-audit.ts";

const log = createLogger("system", "test", new MemoryLogSink());
const record = (chan: string, value: unknown): DataRecord => ({ chan, value, quality: 0, last: 5, count: 1 });

describe("a role", () => {
  it("without a word that is understood opens nothing", () => {
    const access = accessOf({ username: "a", role: "Hausmeister" });
    expect([access.mayRead("x"), access.mayWrite("x")]).toEqual([false, false]);
    const reader = accessOf({ username: "a", role: "read" });
    expect([reader.mayRead("x"), reader.mayWrite("x")]).toEqual([true, false]);
  });
});

describe("credentials of a request", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  it.each([
    ["Bearer abc", { token: "abc" }],
    ["bearer abc", { token: "abc" }],
    [basic("ä:ö:x"), { user: "ä", password: "ö:x" }],
    [basic("a:"), { user: "a", password: "" }],
    [basic(":x"), undefined],
    [basic("x"), undefined],
    ["Bearer a b", undefined],
    [`Bearer ${"a".repeat(201)}`, undefined],
    ["Digest x", undefined],
    [undefined, undefined],
  ])("%j", (header, credentials) => expect(credentialsOf(header)).toEqual(credentials));
});

describe("channels of a subscription", () => {
  const names = Array.from({ length: 25_000 }, (_, i) => `a.${i}`);
  function bench() {
    const hub = new ScriptedHub();
    hub.say({ state: "running" });
    hub.answers.traceData = ({ offset = 0, limit = names.length }) => ({
      records: names.slice(offset, offset + limit).map((name) => record(name, 1)),
      total: names.length,
    });
    return new LiveChannels(hub, { add: () => undefined });
  }
  it("are counted as far as the role opens them, in a project of any size", async () => {
    const few = accessOf({ username: "u", role: "read:a.7,a.24999" });
    expect((await bench().find(few, ["*"], 10_000))?.map(({ chan }) => chan)).toEqual(["a.7", "a.24999"]);
  });
  it("are too many where the role opens too many", async () => {
    expect(await bench().find(accessOf({ username: "u", role: "read" }), ["*"], 10_000)).toBeUndefined();
  });
});

describe("writes of users", () => {
  function bench() {
    const hub = new ScriptedHub();
    hub.say({ state: "running" });
    hub.answers.write = ({ chan, value }) => ({
      before: record(chan, 0),
      after: record(chan, value),
      state: "written",
    });
    const entries: AuditRecord[] = [];
    const clock = new ManualClock();
    const scope = new Scope();
    const audit = new WriteAudit({ record: (entry) => entries.push(entry) }, clock, scope);
    return { hub, channels: new LiveChannels(hub, audit), entries, clock, scope };
  }
  const writer = accessOf({ username: "w", role: "read write:a.*" });

  it("are refused before the hub is asked, where the role does not open them", async () => {
    const { channels, hub } = bench();
    await expect(channels.write(writer, "x", "b.c", 1)).rejects.toBeInstanceOf(NotWritableError);
    const some = accessOf({ username: "w", role: "write:a.*" });
    await expect(channels.write(some, "x", "b.c", 1)).rejects.toThrow("gibt es nicht");
    expect(hub.asked).toEqual([]);
  });

  it("leave one entry per channel in ten seconds, the first at once, the last with how many there were", async () => {
    const { channels, entries, clock, scope } = bench();
    for (let n = 1; n <= 30; n += 1) {
      await channels.write(writer, "x", "a.b", n);
      clock.advance(100);
    }
    await channels.write(writer, "x", "a.c", true);
    expect(entries.map(({ after }) => after)).toEqual([
      { chan: "a.b", value: 1, state: "written", user: "w" },
      { chan: "a.c", value: true, state: "written", user: "w" },
    ]);
    clock.advance(8_000);
    expect(entries.at(-1)?.after).toMatchObject({ chan: "a.b", value: 30, writes: 29 });
    clock.advance(30_000);
    expect(entries).toHaveLength(3);
    await channels.write(writer, "x", "a.b", 1);
    await channels.write(writer, "x", "a.b", 2);
    await scope.end();
    expect(entries.map(({ after }) => (after as { value: unknown }).value)).toEqual([1, true, 30, 1, 2]);
  });
});

describe("the pace", () => {
  it("lets each user have so many patterns looked for at once, then so many per second", async () => {
    const clock = new ManualClock();
    const pace = new Pace(clock);
    let turns = 0;
    const ask = async (user: string, patterns: number) => {
      await pace.turn(user, patterns);
      turns += 1;
    };
    for (let n = 0; n < 40; n += 1) await ask("a", 50);
    void ask("a", 50);
    await ask("b", 50);
    await ask("a", 0);
    expect(turns).toBe(42);
    for (let ms = 0; ms < 990; ms += 10) {
      clock.advance(10);
      await new Promise(setImmediate);
    }
    expect(turns).toBe(42);
    for (let ms = 0; ms < 40; ms += 10) {
      clock.advance(10);
      await new Promise(setImmediate);
    }
    expect(turns).toBe(43);
  });
});

describe("the feed", () => {
  class WatchedHub extends ScriptedHub {
    readonly watches: string[][] = [];
    handler: (records: DataRecord[]) => void = () => undefined;
    override watch(filter: readonly string[], handler: (records: DataRecord[]) => void): () => void {
      this.watches.push([...filter]);
      this.handler = handler;
      return () => undefined;
    }
  }
  function bench() {
    const hub = new WatchedHub();
    hub.say({ state: "running", started: 1, projectVersion: "1" });
    const clock = new ManualClock();
    const scope = new Scope();
    const channels = new LiveChannels(hub, { add: () => undefined });
    const feed = new Feed(hub, channels, clock, log, scope);
    const subscriber = (role: string) => {
      const access = accessOf({ username: role, role });
      const got: string[] = [];
      const one: Subscriber & { got: string[] } = {
        got,
        mayRead: (chan) => access.mayRead(chan),
        take: (chan, json) => got.push(`${chan} ${(JSON.parse(json) as { value: number }).value}`),
        flush: () => got.push("flush"),
      };
      return one;
    };
    return { hub, clock, feed, subscriber };
  }

  it("watches for all together, and tells each what it named and may read", () => {
    const { hub, clock, feed, subscriber } = bench();
    const [all, some] = [subscriber("read"), subscriber("read:a.*")];
    feed.set(all, ["a.x", "b.*"]);
    feed.set(some, ["*"]);
    expect(hub.watches).toEqual([]);
    clock.advance(20);
    expect(hub.watches).toEqual([["a.x", "b.*", "*"]]);
    hub.handler([record("a.x", 1), record("a.y", 2), record("b.z", 3)]);
    expect(all.got).toEqual(["a.x 1", "b.z 3", "flush"]);
    expect(some.got).toEqual(["a.x 1", "a.y 2", "flush"]);
    feed.set(all, ["a.y"]);
    feed.set(some, []);
    hub.handler([record("a.x", 4), record("a.y", 5)]);
    expect(all.got.slice(3)).toEqual(["a.y 5", "flush"]);
    expect(some.got).toHaveLength(3);
  });

  it("reads all anew after the hub was away and after another project", async () => {
    const { hub, clock, feed, subscriber } = bench();
    const one = subscriber("read");
    feed.set(one, ["a.x"]);
    clock.advance(20);
    let value = 1;
    hub.answers.traceData = () => ({ records: [record("a.x", value++)], total: 1 });
    hub.goAway();
    hub.say({});
    await Promise.resolve();
    await new Promise(setImmediate);
    hub.say({ projectVersion: "2" });
    hub.say({ projectVersion: "2", podsOnline: 1 });
    await new Promise(setImmediate);
    expect(one.got).toEqual(["a.x 1", "flush", "a.x 2", "flush"]);
  });
});
