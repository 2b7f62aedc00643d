import { describe, expect, it } from "vitest";
import type { PodContext, PodWrite } from "./pod.ts";
import { LOAD, runInMemory, writeMessage } from "./testing/hub.ts";

describe("values, writes and connections of a pod", () => {
  it("writes one batch after the other, in order, and acknowledges each when it is taken over", async () => {
    const taken: unknown[] = [];
    let release = () => {};
    const run = runInMemory({
      write: (writes) =>
        new Promise((resolve) => {
          taken.push(...writes.map(({ value }) => value));
          release = resolve;
        }),
    });
    await run.begin();
    run.hub.send(writeMessage(1, [1, 2]));
    run.hub.send(writeMessage(2, [3]));
    await run.settle();
    expect([taken, run.of("ack")]).toEqual([[1, 2], []]);
    release();
    await run.settle();
    expect([taken, run.of("ack")]).toEqual([[1, 2, 3], [{ t: "ack", seq: 1 }]]);
    release();
    await run.settle();
    expect(run.of("ack").map(({ seq }) => seq)).toEqual([1, 2]);
    run.hub.close();
    await run.end;
  });

  it("says nothing of what became of values where nobody asks, and counts them", async () => {
    const run = runInMemory({
      untold: true,
      write: async (writes, context) => {
        if (writes[0]?.value === 3) throw new Error("voll");
        for (const write of writes) context.written(write);
      },
    });
    await run.begin();
    run.hub.send(writeMessage(1, [1, 2]));
    run.hub.send(writeMessage(2, [3]));
    await run.settle();
    run.clock.advance(1_000);
    expect([run.of("written"), run.of("ack").length]).toEqual([[], 2]);
    expect(await run.counters()).toMatchObject({ out: 2, failed: 1 });
    run.abort.abort();
    await run.end;
  });

  it.each([
    [undefined, "höchstens 1\u00a0MB"],
    [true as const, undefined],
  ])("answers with megabytes only as a process of the hub's own (%s)", async (untold, refused) => {
    const run = runInMemory({ ...(untold && { untold }), ask: async () => "x".repeat(2_000_000) });
    await run.begin();
    run.hub.send({ t: "ask", id: 1, method: "read", params: {}, ms: 1_000 });
    await run.settle();
    const [answer] = run.of("answer");
    if (refused === undefined) expect(answer?.result).toHaveLength(2_000_000);
    else expect(answer?.error?.message).toContain(refused);
    run.abort.abort();
    await run.end;
  });

  it("counts and says failed writes, acknowledges them and goes on", async () => {
    let calls = 0;
    const run = runInMemory({
      write: async (writes, context) => {
        calls += 1;
        if (calls === 1) throw new Error("bus is down");
        for (const write of writes) context.written(write);
      },
    });
    await run.begin();
    run.hub.send(writeMessage(1, [1, 2]));
    run.hub.send(writeMessage(2, [3]));
    await run.settle();
    run.clock.advance(5_000);
    expect(run.of("ack").length).toBe(2);
    expect(await run.counters()).toMatchObject({ out: 1, failed: 2 });
    expect(run.of("log").flatMap(({ entries }) => entries)[0]).toMatchObject({
      level: "warn",
      src: "pod:t.p",
      msg: "Schreiben fehlgeschlagen: bus is down",
    });
    run.abort.abort();
    await run.end;
  });

  it("tells what is refused beside the channel, without secrets, and beside a connection where nothing works", async () => {
    let pod: PodContext | undefined;
    const run = runInMemory({
      write: async (writes, context) => {
        pod = context;
        for (const write of writes) context.refused(write, "550 hunter2 unknown");
      },
    });
    await run.begin({ ...LOAD, secrets: { password: "hunter2" } });
    run.hub.send(writeMessage(1, [1]));
    run.hub.send(writeMessage(2, [2]));
    await run.settle();
    pod?.connection("main", { state: true });
    pod?.emit(0, 5, 0);
    run.clock.advance(1_000);
    await expect
      .poll(() => run.of("stats").flatMap(({ refusals = [] }) => refusals))
      .toMatchObject([{ n: 1, refusal: { count: 2, text: expect.not.stringContaining("hunter2") } }]);
    expect(run.of("conn").at(-1)?.iface.error).toBeUndefined();
    run.abort.abort();
    await run.end;
  });

  it("a refusal goes on standing where nothing was sent, and ends with what was delivered besides", async () => {
    let pod: PodContext | undefined;
    const run = runInMemory({
      write: async (writes, context) => {
        pod = context;
        for (const write of writes)
          if (write.value === 1) context.refused(write, "550");
          else context.written(write, false);
      },
    });
    await run.begin();
    const told = () => run.of("stats").flatMap(({ refusals = [] }) => refusals);
    for (const value of [1, 2]) run.hub.send(writeMessage(value, [value]));
    await run.settle();
    run.clock.advance(1_000);
    await expect.poll(told).toMatchObject([{ n: 1, refusal: { text: "550", count: 1 } }]);
    pod?.delivered?.(1);
    run.clock.advance(1_000);
    await expect.poll(() => told().at(-1)).toEqual({ n: 1 });
    run.abort.abort();
    await run.end;
  });

  it("tells that a value has grown older than its channel allows", async () => {
    let pod: PodContext | undefined;
    const run = runInMemory({ create: (context) => (pod = context) });
    const [first, second] = LOAD.channels;
    if (!first || !second) throw new Error("two channels are needed");
    await run.begin({ ...LOAD, channels: [{ ...first, config: { max_age: 30 } }, second] });
    pod?.emit(0, 21, 0, 7);
    run.clock.advance(31_000);
    await run.settle();
    const told = run
      .of("values")
      .flatMap(({ values: { q, t, v } }) => v.map((value, at) => [value, q?.[at] ?? 0, t[at]]));
    expect(told).toEqual([
      [21, 0, 7],
      [21, 1, 7],
    ]);
    run.abort.abort();
    await run.end;
  });

  it("counts and reports what became of each write when the other side has said so", async () => {
    const waiting: PodWrite[] = [];
    let pod: PodContext | undefined;
    const run = runInMemory({
      write: async (writes, context) => {
        pod = context;
        waiting.push(...writes);
      },
    });
    await run.begin();
    run.hub.send(writeMessage(1, [7, 8]));
    run.hub.send(writeMessage(2, [9]));
    await run.settle();
    expect(run.of("ack")).toHaveLength(2);
    expect(run.of("written")).toEqual([]);
    expect(await run.counters()).toMatchObject({ out: 0, failed: 0 });
    for (const one of waiting.slice(0, 2)) pod?.written(one);
    await run.settle();
    expect(run.of("written").map(({ results }) => results)).toEqual([{ n: [1], seq: [1] }]);
    pod?.refused(waiting[2] as PodWrite, "das Gerät lehnt ab");
    run.clock.advance(100);
    await run.settle();
    expect(run.of("written").at(-1)?.results).toEqual({ n: [1], seq: [2], why: ["das Gerät lehnt ab"] });
    expect(await run.counters()).toMatchObject({ out: 2, failed: 1 });
    expect(run.of("log").flatMap(({ entries }) => entries)[0]?.msg).toBe("das Gerät lehnt ab");
    run.abort.abort();
    await run.end;
  });

  it("counts the values that came: bad without a value is none", async () => {
    const run = runInMemory({
      start: async (pod) => {
        pod.emit(0, null, 2);
        pod.emit(0, 7, 2);
        pod.emit(0, null);
      },
    });
    await run.begin();
    expect(await run.counters()).toMatchObject({ in: 2 });
    run.abort.abort();
    await run.end;
  });

  it("counts connections and reports a change of state at once", async () => {
    const run = runInMemory({
      start: async (pod) => {
        pod.connection("main", { state: false, error: "abgelehnt" });
        pod.connection("main", { state: true, port: 80 });
        pod.connection("main", { state: true, active: 3 });
        pod.connection("main", { state: true, active: 4 });
        pod.connection("main", { state: false });
        pod.connection("main", { state: true });
      },
    });
    await run.begin();
    const states = run.of("conn").map(({ iface }) => [iface.state, iface.active, iface.count, iface.error]);
    expect(states).toEqual([
      [false, 0, 0, "abgelehnt"],
      [true, 1, 1, undefined],
      [false, 0, 1, undefined],
      [true, 1, 2, undefined],
    ]);
    expect(run.of("conn").at(-1)?.iface.port).toBe(80);
    run.abort.abort();
    await run.end;
  });

  it("reports no state that is the one before", async () => {
    const run = runInMemory({
      start: async (pod) => {
        for (let times = 0; times < 3; times += 1) {
          pod.connection("main", { state: false, error: "abgelehnt" });
          run.clock.advance(200);
        }
        pod.connection("main", { state: false, error: "zu spät" });
        run.clock.advance(200);
      },
    });
    await run.begin();
    expect(run.of("conn").map(({ iface }) => iface.error)).toEqual(["abgelehnt", "zu spät"]);
    run.abort.abort();
    await run.end;
  });

  it("puts its own time in place of one that no date can hold", async () => {
    const run = runInMemory({
      start: async (pod) => {
        for (const ts of [1e308, -1, Number.NaN, Number.POSITIVE_INFINITY, 5]) pod.emit(0, 1, 0, ts);
      },
    });
    await run.begin();
    const now = run.clock.now();
    expect(run.of("values").flatMap(({ values }) => values.t)).toEqual([now, now, now, now, 5]);
    run.abort.abort();
    await run.end;
  });

  it("refuses a value of more than 8 MiB", async () => {
    const run = runInMemory({ start: async (pod) => pod.emit(0, "x".repeat(9 * 1024 * 1024)) });
    await run.begin();
    expect(run.of("values")).toEqual([]);
    expect(await run.counters()).toMatchObject({ in: 0, failed: 1 });
    run.abort.abort();
    await run.end;
  });

  it("refuses a value that is nested too deep, and goes on", async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    const run = runInMemory({
      start: async (pod) => {
        pod.emit(0, deep);
        pod.emit(0, 2);
      },
    });
    await run.begin();
    expect(run.of("values").map(({ values }) => values.v)).toEqual([[2]]);
    expect(await run.counters()).toMatchObject({ in: 1, failed: 1 });
    run.abort.abort();
    await run.end;
  });
});
