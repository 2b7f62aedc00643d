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
  const channels = {
    count: 2,
    newest: (index: number) => ({ value: index, quality: 0 as const, ts: 1, count: 1 }),
  };

  it("tells a pod about its own channels, and no others", () => {
    expect(answerPod("newest", { indexes: [1, 0] }, channels)).toEqual([
      channels.newest(1),
      channels.newest(0),
    ]);
    for (const indexes of [[2], [-1], ["0"], undefined, Array.from({ length: 1_001 }, () => 0)]) {
      expect(() => answerPod("newest", { indexes }, channels)).toThrow(InvalidInputError);
    }
    expect(() => answerPod("constructor", {}, channels)).toThrow(NotFoundError);
  });
});
