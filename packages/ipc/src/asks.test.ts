import { InvalidInputError, ManualClock, UnavailableError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { Asks, askMessage, MOST_ASKS } from "./asks.ts";
import type { AskMessage } from "./pod-messages.ts";

type Answer = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>;

/** Two ends joined by JSON; `sent` is what left the asking one. */
function pair(answer: Answer) {
  const clock = new ManualClock();
  const sent: AskMessage[] = [];
  const defects: string[] = [];
  const pass = (to: Asks) => (message: AskMessage) => {
    const text = JSON.stringify(message);
    queueMicrotask(() => to.received(JSON.parse(text) as AskMessage));
  };
  const asking: Asks = new Asks({
    clock,
    here: "Im Hub",
    other: "Der Pod",
    send: (message) => {
      sent.push(message);
      pass(answering)(message);
    },
    answer: () => Promise.reject(new Error("nobody asks this end")),
    defect: () => undefined,
  });
  const answering: Asks = new Asks({
    clock,
    here: "Im Pod",
    other: "Der Hub",
    send: (message) => pass(asking)(message),
    answer,
    defect: (method, error) => defects.push(`${method}: ${String(error)}`),
  });
  return { clock, sent, defects, asking, answering };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("Asks", () => {
  it("brings each answer to its question, in any order", async () => {
    const release: (() => void)[] = [];
    const { asking } = pair(
      (method, params) => new Promise((resolve) => release.push(() => resolve([method, params]))),
    );
    const first = asking.ask("read", { index: 1 });
    const second = asking.ask("read", { index: 2 });
    await settle();
    for (const each of release.reverse()) each();
    expect(await second).toEqual(["read", { index: 2 }]);
    expect(await first).toEqual(["read", { index: 1 }]);
  });

  it("hands errors over as what they are, and defects without internals", async () => {
    const { asking, defects } = pair((method) => {
      if (method === "bad") throw new InvalidInputError([{ field: "index", message: "Erlaubt ist 1." }]);
      throw new TypeError("secret internals");
    });
    await expect(asking.ask("bad", {})).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ field: "index", message: "Erlaubt ist 1." }],
    });
    await expect(asking.ask("worse", {})).rejects.toThrow("Im Pod ist ein Fehler aufgetreten.");
    expect(defects).toEqual(["worse: TypeError: secret internals"]);
  });

  it("gives up at the deadline and tells the other end, whose late answer means nothing", async () => {
    const signals: AbortSignal[] = [];
    let late = () => {};
    const { asking, clock, sent } = pair((_method, _params, signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        late = () => resolve(1);
      });
    });
    const question = asking.ask("read", {}, { ms: 500 });
    await settle();
    clock.advance(499);
    await settle();
    expect(signals[0]?.aborted).toBe(false);
    clock.advance(1);
    await expect(question).rejects.toThrow("Der Pod hat nicht rechtzeitig geantwortet.");
    await settle();
    expect(signals[0]?.aborted).toBe(true);
    expect(sent.map(({ t }) => t)).toEqual(["ask", "unask"]);
    late();
    await settle();
  });

  it("ends a question that nobody wants any more", async () => {
    const signals: AbortSignal[] = [];
    const { asking } = pair((_method, _params, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const abort = new AbortController();
    const question = asking.ask("read", {}, { signal: abort.signal });
    await settle();
    abort.abort();
    await expect(question).rejects.toBeInstanceOf(UnavailableError);
    await settle();
    expect(signals[0]?.aborted).toBe(true);
    await expect(asking.ask("read", {}, { signal: abort.signal })).rejects.toBeInstanceOf(UnavailableError);
  });

  it("lets only so many be under way, at either end", async () => {
    let running = 0;
    const { answering, asking } = pair(() => {
      running += 1;
      return new Promise(() => undefined);
    });
    for (let i = 0; i < MOST_ASKS; i += 1) void asking.ask("read", {}).catch(() => undefined);
    await expect(asking.ask("read", {})).rejects.toThrow("Der Pod hat gerade zu viele Anfragen");
    // One who does not keep to it is refused by the other end.
    for (let id = 100; id < 200; id += 1)
      answering.received({ t: "ask", id, method: "read", params: {}, ms: 1 });
    await settle();
    expect(running).toBe(MOST_ASKS);
  });

  it("fails what is under way when the connection ends, and aborts what it was answering", async () => {
    const signals: AbortSignal[] = [];
    const { answering, asking } = pair((_method, _params, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const question = asking.ask("read", {});
    await settle();
    answering.close();
    asking.close();
    await expect(question).rejects.toThrow("Der Pod ist nicht mehr verbunden.");
    expect(signals[0]?.aborted).toBe(true);
    await expect(asking.ask("read", {})).rejects.toThrow("Der Pod ist nicht verbunden.");
  });

  it("neither sends nor takes what is too large or too deep", async () => {
    const deep: unknown = JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`);
    const answers: unknown[] = [deep, "x".repeat(2_000_000), undefined];
    const { asking, sent, defects } = pair(() => Promise.resolve(answers.shift()));
    await expect(asking.ask("read", deep)).rejects.toBeInstanceOf(InvalidInputError);
    await expect(asking.ask("read", "x".repeat(2_000_000))).rejects.toBeInstanceOf(InvalidInputError);
    expect(sent).toEqual([]);
    await expect(asking.ask("read", {})).rejects.toThrow(
      "Die Antwort ist nicht erlaubt: Erlaubt sind höchstens 64",
    );
    await expect(asking.ask("read", {})).rejects.toThrow(
      "Die Antwort ist nicht erlaubt: Erlaubt ist höchstens 1\u00a0MB",
    );
    expect(defects).toEqual([]);
    expect(await asking.ask("read", {})).toBeUndefined();
  });

  it.each([
    ["a result of many levels", { result: JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`) as unknown }],
    ["an error of no kind", { error: { kind: "constructor", message: "x" } as never }],
    ["an error that is none", { error: 7 as never }],
    ["an error of megabytes", { error: { kind: "invalid", message: "x".repeat(3_000) } as never }],
    ["fields that are none", { error: { kind: "invalid", message: "x", fields: [1] } as never }],
  ])("does not believe %s", async (_what, answer) => {
    const { asking } = pair(() => new Promise(() => undefined));
    const question = asking.ask("read", {});
    asking.received({ t: "answer", id: 1, ...answer });
    await expect(question).rejects.toThrow("Der Pod hat unverständlich geantwortet.");
  });
});

describe("askMessage", () => {
  it("takes only what is whole", () => {
    const ask = { t: "ask", id: 1, method: "read", params: { index: 1 }, ms: 5 };
    expect(askMessage(ask)).toEqual(ask);
    for (const wrong of [
      { id: "1" },
      { id: 1.5 },
      { method: "__proto__" },
      { method: "x".repeat(65) },
      { method: 1 },
      { ms: 0 },
      { ms: "5" },
      { ms: Number.NaN },
      { params: "x".repeat(2_000_000) },
      { t: "asks" },
    ]) {
      expect(askMessage({ ...ask, ...wrong })).toBeUndefined();
    }
  });
});
