import { InvalidInputError, UnavailableError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { LOAD, runInMemory, type Script } from "./testing/hub.ts";

describe("runPod", () => {
  it("introduces itself, loads, starts, and sends values in bundles", async () => {
    const run = runInMemory({
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
    const run = runInMemory(script);
    await run.begin();
    expect(await run.end).toEqual({ why: "refused", text: "main.host: Erlaubt ist ein Name." });
    expect(run.of("loaded").at(-1)?.problems).toEqual([
      { field: "main.host", message: "Erlaubt ist ein Name." },
    ]);
  });

  it("refuses a type it does not have", async () => {
    const run = runInMemory({});
    await run.begin({ ...LOAD, type: "other" });
    expect((await run.end).why).toBe("refused");
    expect(run.of("loaded")[0]?.problems[0]?.field).toBe("type");
  });

  it("fails, and says why, when the pod cannot start", async () => {
    const run = runInMemory({ start: () => Promise.reject(new Error("no such device")) });
    await run.begin();
    expect(await run.end).toEqual({ why: "failed", text: "no such device" });
    expect(run.of("log").flatMap(({ entries }) => entries)[0]?.msg).toContain("no such device");
  });

  it("ends within 2 s of losing the hub, even if the pod does not let go", async () => {
    const run = runInMemory({ create: ({ scope }) => scope.add(() => new Promise(() => {})) });
    await run.begin();
    run.hub.close();
    await run.settle();
    run.clock.advance(2_000);
    expect(await run.end).toEqual({ why: "lost" });
  });

  it("ends what the pod opened before it is over", async () => {
    let ended = false;
    const run = runInMemory({
      create: ({ scope }) =>
        scope.add(() => {
          ended = true;
        }),
    });
    await run.begin();
    run.abort.abort();
    expect([(await run.end).why, ended]).toEqual(["stopped", true]);
  });

  it("answers the hub's questions once it has started, and asks in turn", async () => {
    let started = () => {};
    const answers: unknown[] = [];
    const run = runInMemory({
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
    const run = runInMemory({});
    await run.begin();
    run.hub.send({ t: "ask", id: 1, method: "read", params: {}, ms: 1_000 });
    await run.settle();
    expect(run.of("answer")).toMatchObject([{ id: 1, error: { kind: "not-found" } }]);
    run.abort.abort();
    await run.end;
  });

  it("gives no secret away, wherever it stands in what the pod says", async () => {
    const run = runInMemory({
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
    const run = runInMemory({
      start: () => Promise.reject(new InvalidInputError([{ field: "main.pwd", message: "not sesame" }])),
    });
    await run.begin({ ...LOAD, secrets: { door: "sesame" } });
    await run.end;
    expect(run.of("loaded").at(-1)?.problems).toEqual([{ field: "main.pwd", message: "not •••" }]);
  });
});
