import { InvalidInputError, ManualClock, UnavailableError } from "@hubwart/core";
import { type Carrier, type HubToPod, memoryCarriers, type PodLoad, type PodToHub } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import type { Pod, PodContext, PodKind, PodWrite } from "./pod.ts";
import { runPod } from "./run-pod.ts";

const LOAD: PodLoad = {
  id: "t.p",
  type: "t",
  ifaces: [{ id: "main", config: {} }],
  channels: [
    { chan: "t.p.a", iface: "main", type: "int", dir: "in", config: {} },
    { chan: "t.p.b", iface: "main", type: "int", dir: "out", config: {} },
  ],
  params: {},
  files: {},
  secrets: {},
};

interface Script {
  create?: (context: PodContext) => void;
  start?: (context: PodContext) => Promise<void>;
  /** Without it everything is written at once. */
  write?: (writes: readonly PodWrite[], context: PodContext) => Promise<void>;
  ask?: NonNullable<Pod["ask"]>;
}

function kindOf(script: Script): PodKind {
  return {
    schema: {} as PodKind["schema"],
    create(context): Pod {
      script.create?.(context);
      return {
        start: () => script.start?.(context) ?? Promise.resolve(),
        write: async (writes) => {
          if (script.write) return await script.write(writes, context);
          for (const write of writes) context.written(write);
        },
        ...(script.ask ? { ask: script.ask } : {}),
      };
    },
  };
}

function setup(script: Script) {
  const [hub, carrier]: [Carrier<HubToPod, PodToHub>, Carrier<PodToHub, HubToPod>] = memoryCarriers();
  const clock = new ManualClock();
  const received: PodToHub[] = [];
  hub.onMessage((message) => received.push(message));
  const abort = new AbortController();
  const end = runPod({
    id: "t.p",
    carrier,
    loadKind: (type) => Promise.resolve(type === "t" ? kindOf(script) : undefined),
    clock,
    signal: abort.signal,
  });
  const settle = async () => {
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const of = <T extends PodToHub["t"]>(t: T) =>
    received.filter((message): message is Extract<PodToHub, { t: T }> => message.t === t);
  /** The counters of the next report: it waits for figures of the operating system. */
  const counters = async () => {
    const before = of("stats").length;
    for (let i = 0; i < 1_000 && of("stats").length === before; i += 1) {
      if (i === 100) clock.advance(5_000);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return of("stats").at(-1)?.stats.counters;
  };
  const begin = async (load: PodLoad = LOAD) => {
    hub.send({ t: "load", pod: load, logLevel: "info" });
    await settle();
    hub.send({ t: "start" });
    await settle();
  };
  return { hub, clock, end, settle, of, begin, counters, abort };
}

const write = (seq: number, v: unknown[]): HubToPod => ({
  t: "write",
  seq,
  values: { n: v.map(() => 1), v, t: v.map(() => 5) },
});

describe("runPod", () => {
  it("introduces itself, loads, starts, and sends values in bundles", async () => {
    const run = setup({
      start: async (pod) => {
        pod.emit(0, 1);
        pod.emit(0, 2, 1, 77);
      },
    });
    await run.begin();
    expect(run.of("hello")).toEqual([{ t: "hello", protocol: 2, id: "t.p", pid: process.pid }]);
    expect(run.of("loaded")).toEqual([{ t: "loaded", problems: [] }]);
    expect(run.of("values").map(({ values }) => values)).toEqual([
      { n: [0, 0], v: [1, 2], q: [0, 1], t: [run.clock.now(), 77] },
    ]);
    expect(await run.counters()).toEqual({ in: 2, out: 0, coalesced: 0, failed: 0 });
    run.hub.send({ t: "stop" });
    expect(await run.end).toEqual({ why: "stopped" });
  });

  it("writes one batch after the other, in order, and acknowledges each when it is taken over", async () => {
    const taken: unknown[] = [];
    let release = () => {};
    const run = setup({
      write: (writes) =>
        new Promise((resolve) => {
          taken.push(...writes.map(({ value }) => value));
          release = resolve;
        }),
    });
    await run.begin();
    run.hub.send(write(1, [1, 2]));
    run.hub.send(write(2, [3]));
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

  it("counts and says failed writes, acknowledges them and goes on", async () => {
    let calls = 0;
    const run = setup({
      write: async (writes, context) => {
        calls += 1;
        if (calls === 1) throw new Error("bus is down");
        for (const write of writes) context.written(write);
      },
    });
    await run.begin();
    run.hub.send(write(1, [1, 2]));
    run.hub.send(write(2, [3]));
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

  it("counts and reports what became of each write when the other side has said so", async () => {
    const waiting: PodWrite[] = [];
    let pod: PodContext | undefined;
    const run = setup({
      write: async (writes, context) => {
        pod = context;
        waiting.push(...writes);
      },
    });
    await run.begin();
    run.hub.send(write(1, [7, 8]));
    run.hub.send(write(2, [9]));
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

  it.each<[string, Script]>([
    [
      "when it is made",
      {
        create: () => {
          throw new InvalidInputError([{ field: "main.host", message: "Erlaubt ist ein Name." }]);
        },
      },
    ],
    [
      "when it starts",
      {
        start: () =>
          Promise.reject(new InvalidInputError([{ field: "main.host", message: "Erlaubt ist ein Name." }])),
      },
    ],
  ])("hands over which parameters the pod refuses %s", async (_when, script) => {
    const run = setup(script);
    await run.begin();
    expect(await run.end).toEqual({ why: "refused", text: "main.host: Erlaubt ist ein Name." });
    expect(run.of("loaded").at(-1)?.problems).toEqual([
      { field: "main.host", message: "Erlaubt ist ein Name." },
    ]);
  });

  it("refuses a type it does not have", async () => {
    const run = setup({});
    await run.begin({ ...LOAD, type: "other" });
    expect((await run.end).why).toBe("refused");
    expect(run.of("loaded")[0]?.problems[0]?.field).toBe("type");
  });

  it("fails, and says why, when the pod cannot start", async () => {
    const run = setup({ start: () => Promise.reject(new Error("no such device")) });
    await run.begin();
    expect(await run.end).toEqual({ why: "failed", text: "no such device" });
    expect(run.of("log").flatMap(({ entries }) => entries)[0]?.msg).toContain("no such device");
  });

  it("ends within 2 s of losing the hub, even if the pod does not let go", async () => {
    const run = setup({ create: ({ scope }) => scope.add(() => new Promise(() => {})) });
    await run.begin();
    run.hub.close();
    await run.settle();
    run.clock.advance(2_000);
    expect(await run.end).toEqual({ why: "lost" });
  });

  it("ends what the pod opened before it is over", async () => {
    let ended = false;
    const run = setup({
      create: ({ scope }) =>
        scope.add(() => {
          ended = true;
        }),
    });
    await run.begin();
    run.abort.abort();
    expect([(await run.end).why, ended]).toEqual(["stopped", true]);
  });

  it("says a failure of a channel once a minute, with the number left out", async () => {
    const run = setup({
      start: async (pod) => {
        for (let i = 0; i < 5; i += 1) pod.failed(0, "keine Antwort");
        pod.failed(1, "keine Antwort");
        pod.clock.after(61_000, () => pod.failed(0, "keine Antwort"));
      },
    });
    await run.begin();
    run.clock.advance(62_000);
    await run.settle();
    const entries = run.of("log").flatMap((message) => message.entries);
    expect(entries.map(({ msg, chan }) => [chan, msg])).toEqual([
      ["t.p.a", "keine Antwort"],
      ["t.p.b", "keine Antwort"],
      ["t.p.a", "keine Antwort (4 weitere seit der letzten Meldung)"],
    ]);
    expect((await run.counters())?.failed).toBe(7);
    run.abort.abort();
    await run.end;
  });

  it("bounds a flood of log lines and says how many it left out", async () => {
    const run = setup({
      start: async ({ log, clock }) => {
        for (let i = 0; i < 3_000; i += 1) log.info(`line ${i}`);
        clock.after(500, () => log.info("later"));
      },
    });
    await run.begin();
    run.clock.advance(100);
    await run.settle();
    const entries = () => run.of("log").flatMap((message) => message.entries);
    expect(entries().length).toBe(2_001);
    expect(entries().at(-1)?.msg).toBe("1000 weitere Meldungen wurden ausgelassen.");
    expect(entries().at(-2)?.msg).toBe("line 1999");
    run.clock.advance(1_000);
    await run.settle();
    expect(entries().at(-1)?.msg).toBe("later");
    run.abort.abort();
    await run.end;
  });

  it("logs every value that passes at level debug, and none otherwise", async () => {
    const run = setup({
      start: async (pod) => {
        pod.emit(0, 1);
        pod.clock.after(50, () => pod.emit(0, 2));
        pod.clock.after(60, () => pod.emit(0, "x".repeat(5_000)));
      },
    });
    await run.begin();
    run.hub.send({ t: "logLevel", level: "debug" });
    await run.settle();
    run.clock.advance(60);
    run.hub.send(write(1, [7]));
    await run.settle();
    run.clock.advance(100);
    await run.settle();
    const entries = run.of("log").flatMap((message) => message.entries);
    expect(entries.map(({ level, module, chan, msg }) => [level, module, chan, msg])).toEqual([
      ["debug", "t", "t.p.a", "Empfangen: 2"],
      ["debug", "t", "t.p.a", `Empfangen: "${"x".repeat(199)}…`],
      ["debug", "t", "t.p.b", "Geschrieben: 7"],
    ]);
    run.abort.abort();
    await run.end;
  });

  it("counts connections and reports a change of state at once", async () => {
    const run = setup({
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

  it("answers the hub's questions once it has started, and asks in turn", async () => {
    let started = () => {};
    const answers: unknown[] = [];
    const run = setup({
      start: (pod) =>
        new Promise((resolve) => {
          started = () => {
            resolve();
            void pod.ask("newest", { indexes: [0] }).then((answer) => answers.push(answer));
          };
        }),
      ask: (method, params) => Promise.resolve({ method, params }),
    });
    await run.begin();
    run.hub.send({ t: "ask", id: 7, method: "read", params: { index: 0 }, ms: 1_000 });
    await run.settle();
    expect(run.of("answer")).toEqual([]);
    started();
    await run.settle();
    const result = { method: "read", params: { index: 0 } };
    expect(run.of("answer")).toEqual([{ t: "answer", id: 7, result }]);
    const [question] = run.of("ask");
    expect(question).toMatchObject({ method: "newest", params: { indexes: [0] } });
    run.hub.send({ t: "answer", id: question?.id ?? 0, result: [5] });
    await run.settle();
    expect(answers).toEqual([[5]]);
    run.abort.abort();
    await run.end;
  });

  it("says of a type without methods that there is none", async () => {
    const run = setup({});
    await run.begin();
    run.hub.send({ t: "ask", id: 1, method: "read", params: {}, ms: 1_000 });
    await run.settle();
    expect(run.of("answer")).toMatchObject([{ id: 1, error: { kind: "not-found" } }]);
    run.abort.abort();
    await run.end;
  });

  it("gives no secret away, wherever it stands in what the pod says", async () => {
    const run = setup({
      start: async (pod) => {
        pod.log.warn("wrong sesame");
        pod.failed(0, "sesame did not open");
        pod.connection("main", { state: false, error: "refused sesame" });
      },
      ask: () => {
        throw new UnavailableError("no sesame");
      },
    });
    await run.begin({ ...LOAD, secrets: { door: "sesame" } });
    run.hub.send({ t: "ask", id: 1, method: "read", params: {}, ms: 1_000 });
    run.clock.advance(100);
    await run.settle();
    run.abort.abort();
    await run.end;
    expect(run.of("log").flatMap(({ entries }) => entries.map(({ msg }) => msg))).toEqual([
      "wrong •••",
      "••• did not open",
    ]);
    expect(run.of("conn").at(-1)?.iface.error).toBe("refused •••");
    expect(run.of("answer")).toMatchObject([{ error: { message: "no •••" } }]);
  });

  it("blanks secrets out of the problems that it refuses its parameters with", async () => {
    const run = setup({
      start: () => Promise.reject(new InvalidInputError([{ field: "main.pwd", message: "not sesame" }])),
    });
    await run.begin({ ...LOAD, secrets: { door: "sesame" } });
    await run.end;
    expect(run.of("loaded").at(-1)?.problems).toEqual([{ field: "main.pwd", message: "not •••" }]);
  });

  it("puts its own time in place of one that no date can hold", async () => {
    const run = setup({
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
    const run = setup({ start: async (pod) => pod.emit(0, "x".repeat(9 * 1024 * 1024)) });
    await run.begin();
    expect(run.of("values")).toEqual([]);
    expect(await run.counters()).toMatchObject({ in: 0, failed: 1 });
    run.abort.abort();
    await run.end;
  });

  it("refuses a value that is nested too deep, and goes on", async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    const run = setup({
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
