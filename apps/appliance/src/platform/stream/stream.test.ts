import { LEVELS, STREAM_TOPICS, TOPIC_NEEDS, type Who } from "@hubwart/contract";
import { createLogger, InvalidInputError, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { DataRecord } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { ForbiddenError } from "../../http/rights.ts";
import { signedIn } from "../../testing/signed-in.ts";
import { EventWriter } from "./event-writer.ts";
import { type StreamRequest, StreamService } from "./service.ts";
import { SharedTopic } from "./topics.ts";

const log = createLogger("system", "stream", new MemoryLogSink());
const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Everything that can be read now. */
function take(writer: EventWriter): string {
  let text = "";
  for (let chunk = writer.read() as Buffer | null; chunk; chunk = writer.read() as Buffer | null) {
    text += chunk.toString();
  }
  return text;
}

describe("a slow reader", () => {
  it("gets the latest state, and memory stays bounded", async () => {
    const writer = new EventWriter();
    writer.read(0);
    await settle();
    const big = "x".repeat(20_000);
    for (let i = 0; i < 10_000; i += 1) writer.latest("status", () => JSON.stringify({ i, big }));
    expect(writer.readableLength).toBeLessThan(256 * 1024);
    let text = take(writer);
    await settle();
    text += take(writer);
    expect(text).toContain('"i":9999');
  });
  it("gets lines that come together as one event", async () => {
    const writer = new EventWriter();
    writer.read(0);
    await settle();
    for (let i = 0; i < 500; i += 1) writer.line({ i });
    await settle();
    const text = take(writer);
    expect(text.match(/^event: log$/gm)).toHaveLength(1);
    expect(text).toContain('{"i":499}');
  });
  it("is told how many lines it missed", async () => {
    const writer = new EventWriter();
    for (let i = 0; i < 3_000; i += 1) writer.line({ i });
    writer.read(0);
    await settle();
    const text = take(writer);
    expect(text).toContain('"missed":1000');
    expect(text).toContain('{"i":2999}');
  });
});

describe("the topics of a stream", () => {
  it("must all be told by some area", () => {
    const parts = {
      clock: new ManualClock(),
      log,
      scope: new Scope(),
      topics: { status: { read: async () => 1, every: 1_000 } },
      watch: () => () => undefined,
      follow: () => () => undefined,
      onSessionEnd: () => () => undefined,
    };
    expect(() => new StreamService(parts)).toThrow('no area tells of the topic "containers"');
  });
});

describe("a shared topic", () => {
  it("is read only while somebody listens, and told only when it changed", async () => {
    const clock = new ManualClock();
    let reads = 0;
    let state = { a: 1 };
    const topic = new SharedTopic({ read: async () => ((reads += 1), state), every: 1_000 }, clock, log);
    clock.advance(5_000);
    expect(reads).toBe(0);
    const told: string[] = [];
    const stop = topic.listen((json) => told.push(json));
    await settle();
    clock.advance(1_000);
    await settle();
    state = { a: 2 };
    clock.advance(1_000);
    await settle();
    expect([reads, told]).toEqual([3, ['{"a":1}', '{"a":2}']]);
    stop();
    clock.advance(10_000);
    expect(reads).toBe(3);
  });
  it("tells whoever comes later nothing that may have changed meanwhile", async () => {
    let state = 1;
    const topic = new SharedTopic({ read: async () => state, every: 1_000 }, new ManualClock(), log);
    const stop = topic.listen(() => undefined);
    await settle();
    stop();
    state = 2;
    const told: string[] = [];
    topic.listen((json) => told.push(json));
    await settle();
    expect(told).toEqual(["2"]);
  });
  it("has one reading at a time, and one more for all changes meanwhile", async () => {
    let changed: () => void = () => undefined;
    const answers: ((state: number) => void)[] = [];
    const topic = new SharedTopic(
      {
        read: () => new Promise((resolve) => answers.push(resolve)),
        every: 1_000,
        changes: (handler) => {
          changed = handler;
          return () => undefined;
        },
      },
      new ManualClock(),
      log,
    );
    const told: string[] = [];
    topic.listen((json) => told.push(json));
    for (let i = 0; i < 5; i += 1) changed();
    expect(answers).toHaveLength(1);
    answers[0]?.(1);
    await settle();
    expect(answers).toHaveLength(2);
    answers[1]?.(2);
    await settle();
    expect([answers.length, told]).toEqual([2, ["1", "2"]]);
  });
  it("goes on after a reading that failed", async () => {
    const clock = new ManualClock();
    let broken = true;
    const topic = new SharedTopic(
      { read: () => (broken ? Promise.reject(new Error("no")) : Promise.resolve(1)), every: 1_000 },
      clock,
      log,
    );
    const told: string[] = [];
    topic.listen((json) => told.push(json));
    await settle();
    broken = false;
    clock.advance(1_000);
    await settle();
    expect(told).toEqual(["1"]);
  });
});

describe("the stream", () => {
  const never = { read: () => Promise.resolve({}), every: 1_000 };
  function service() {
    const clock = new ManualClock();
    const scope = new Scope();
    let values: (records: DataRecord[]) => void = () => undefined;
    let endSession: () => void = () => undefined;
    let watching = 0;
    const stream = new StreamService({
      clock,
      log,
      scope,
      topics: {
        status: never,
        containers: never,
        pods: never,
        project: never,
        jobs: never,
        alarms: never,
        changed: never,
      },
      watch: (_filter, handler) => {
        values = handler;
        watching += 1;
        return () => (watching -= 1);
      },
      follow: () => () => undefined,
      onSessionEnd: (_id, handler) => {
        endSession = handler;
        return () => undefined;
      },
    });
    let caller: AbortController;
    const open = (asked: Partial<StreamRequest> = {}) => {
      caller = new AbortController();
      const usual = { session: signedIn("admin"), topics: "trace", filter: "mqtt.*", log: {} };
      return stream.open({ ...usual, signal: caller.signal, ...asked });
    };
    return {
      clock,
      scope,
      open,
      goAway: () => caller.abort(),
      values: () => values,
      endSession: () => endSession(),
      watching: () => watching,
    };
  }
  const record = (value: number): DataRecord => ({
    chan: "mqtt.a.b",
    value,
    quality: 0,
    last: 1,
    count: value,
  });

  it("sends the last value of each channel, twice a second", async () => {
    const { clock, open, values } = service();
    const writer = open();
    writer.read(0);
    await settle();
    take(writer);
    for (let i = 0; i < 100; i += 1) values()([record(i)]);
    clock.advance(500);
    writer.read(0);
    await settle();
    expect(take(writer)).toBe(`event: trace\ndata: ${JSON.stringify({ entries: [record(99)] })}\n\n`);
  });
  it("ends with its session, with the appliance and with its caller, and then watches nothing", async () => {
    for (const end of ["session", "appliance", "caller", "connection"] as const) {
      const s = service();
      const writer = s.open();
      let closed = false;
      writer.on("close", () => (closed = true));
      writer.resume();
      expect(s.watching()).toBe(1);
      if (end === "session") s.endSession();
      else if (end === "appliance") await s.scope.end();
      else if (end === "caller") s.goAway();
      else writer.destroy();
      await settle();
      await settle();
      expect([end, closed, s.watching()]).toEqual([end, true, 0]);
    }
  });
  it("tells known topics only, and values by so many patterns of a bounded length", () => {
    const { open, watching } = service();
    const many = Array.from({ length: 201 }, (_, i) => `a${i}`);
    for (const asked of [
      { topics: "secrets" },
      { topics: "trace,secrets" },
      { topics: "" },
      { filter: undefined },
      { filter: ",," },
      { filter: many.join(",") },
      { filter: "x".repeat(501) },
    ])
      expect(() => open(asked), JSON.stringify(asked).slice(0, 60)).toThrow(InvalidInputError);
    expect(watching()).toBe(0);
    expect(open({ filter: many.slice(1).join(",") }).destroyed).toBe(false);
    expect(open({ filter: "x".repeat(500) }).destroyed).toBe(false);
  });
  it("tells each topic to the levels that may hear it", async () => {
    const { open, watching } = service();
    for (const level of LEVELS)
      for (const topic of STREAM_TOPICS) {
        const may = LEVELS.indexOf(level) >= LEVELS.indexOf(TOPIC_NEEDS[topic]);
        const asked = () => open({ session: signedIn(level), topics: `trace,${topic}` });
        if (may) asked().destroy();
        else expect(asked, `${topic} to ${level}`).toThrow(ForbiddenError);
      }
    await settle();
    expect(watching()).toBe(0);
  });
  it("is refused to too many at once, and free again when they are gone", async () => {
    const { open } = service();
    const writers = Array.from({ length: 64 }, () => open());
    expect(open).toThrow("zu viele");
    writers[0]?.destroy();
    await settle();
    expect(open().destroyed).toBe(false);
  });
  it("of who has most ends for who has fewer, and for nobody else", async () => {
    const { open } = service();
    const of = (who: Who) => open({ session: { ...signedIn("see", "s2"), who } });
    const guest: Who = { kind: "person", id: "guest", name: "Gast" };
    const guests = Array.from({ length: 64 }, () => of(guest));
    expect(() => of(guest)).toThrow("zu viele");
    expect([open().destroyed, guests[0]?.destroyed, guests[1]?.destroyed]).toEqual([false, true, false]);
    expect(() => of(guest)).toThrow("zu viele");
    for (let n = 1; n < 32; n += 1) open();
    expect(guests.filter(({ destroyed }) => destroyed)).toHaveLength(32);
    expect(open).toThrow("zu viele");
    expect(of({ kind: "person", id: "other", name: "Anna" }).destroyed).toBe(false);
  });
  it("of wall panels leave room for people, however many there are", () => {
    const { open } = service();
    for (let n = 0; n < 64; n += 1)
      open({
        topics: "alarms",
        session: { ...signedIn("see"), who: { kind: "panel", id: `p${n}`, name: "", page: "" } },
      });
    expect(open().destroyed).toBe(false);
  });
  it("of an ended session hold no place, though nobody reads what is left of them", async () => {
    const { endSession, open } = service();
    for (let n = 0; n < 63; n += 1) open();
    open();
    endSession();
    expect(open().destroyed).toBe(false);
  });
});
