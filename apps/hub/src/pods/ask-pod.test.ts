import { InvalidInputError, NotFoundError, UnavailableError } from "@hubwart/core";
import { podMethods, READ } from "@hubwart/pods/methods";
import { describe, expect, it } from "vitest";
import { channel, pod } from "../testing/projects.ts";
import { askPod } from "./ask-pod.ts";
import { answerPod } from "./hub-methods.ts";

const asked: unknown[] = [];
function handle(result: unknown) {
  asked.length = 0;
  return {
    id: "fake.a",
    pod: pod("fake.a", [channel("fake.a.x"), channel("fake.a.y")]),
    ask: (...question: unknown[]) => {
      asked.push(question);
      return Promise.resolve(result);
    },
  };
}
const methods = (type: string) => (type === "fake" ? READ : undefined);
const GOOD = { value: 1, quality: 0, ts: 5 };

describe("askPod", () => {
  it("gives a channel its number and returns what fits the type's schema", async () => {
    const question = { method: "read", params: {}, chan: "fake.a.y" };
    expect(await askPod(handle({ ...GOOD, more: 1 }), methods, question)).toEqual(GOOD);
    expect(asked).toEqual([["read", { index: 1 }, READ.read.ms]]);
  });

  it("refuses unknown methods and channels, and params that do not fit, before it asks", async () => {
    const pod = handle(GOOD);
    for (const method of ["write", "constructor", "__proto__"]) {
      await expect(askPod(pod, methods, { method, params: {} })).rejects.toBeInstanceOf(NotFoundError);
    }
    const other = { method: "read", params: {}, chan: "fake.b.x" };
    await expect(askPod(pod, methods, other)).rejects.toBeInstanceOf(NotFoundError);
    const wrong = { method: "read", params: { index: -1 } };
    await expect(askPod(pod, methods, wrong)).rejects.toBeInstanceOf(InvalidInputError);
    expect(asked).toEqual([]);
  });

  it.each([undefined, {}, { ...GOOD, quality: 3 }, { ...GOOD, ts: "now" }, "x"])(
    "does not pass on %j",
    async (result) => {
      const question = { method: "read", params: { index: 0 } };
      await expect(askPod(handle(result), methods, question)).rejects.toBeInstanceOf(UnavailableError);
    },
  );

  it("knows the methods of this build", () => {
    expect(Object.keys(podMethods["modb_client"] ?? {})).toContain("read");
  });
});

describe("answerPod", () => {
  const kept = new Map<string, unknown>();
  const state = {
    read: (name: string) => Promise.resolve(kept.get(name) ?? null),
    keep: (name: string, value: unknown) => Promise.resolve(void kept.set(name, value)),
  };

  it("keeps what a pod wants to find again, by valid names", async () => {
    await answerPod("keepState", { name: "main", value: { next: 7 } }, channels, state);
    expect(await answerPod("state", { name: "main" }, channels, state)).toEqual({ next: 7 });
    expect(await answerPod("state", { name: "other" }, channels, state)).toBeNull();
    for (const name of ["", "../x", "a".repeat(65), 1, undefined]) {
      expect(() => answerPod("state", { name }, channels, state)).toThrow(InvalidInputError);
    }
  });

  const channels = {
    count: 2,
    newest: (index: number) => ({ value: index, quality: 0 as const, ts: 1, count: 1 }),
  };

  it("tells a pod about its own channels, and no others", () => {
    expect(answerPod("newest", { indexes: [1, 0] }, channels, state)).toEqual([
      channels.newest(1),
      channels.newest(0),
    ]);
    for (const indexes of [[2], [-1], ["0"], undefined, Array.from({ length: 1_001 }, () => 0)]) {
      expect(() => answerPod("newest", { indexes }, channels, state)).toThrow(InvalidInputError);
    }
    expect(() => answerPod("constructor", {}, channels, state)).toThrow(NotFoundError);
  });
});
