import { createLogger, MemoryLogSink } from "@hubwart/core";
import { expect, it } from "vitest";
import type { PodContext } from "./pod.ts";
import { recalled } from "./recall.ts";

function context(ask: PodContext["ask"]) {
  const sink = new MemoryLogSink();
  return { sink, ask, log: createLogger("pod:a", "test", sink) };
}

it("takes what the hub knows, in portions, and leaves out what never was", async () => {
  const sizes: number[] = [];
  const from = context((_method, params) => {
    const { indexes } = params as { indexes: number[] };
    sizes.push(indexes.length);
    return Promise.resolve(
      indexes.map((index) => ({
        value: index % 2 === 0 ? index : null,
        quality: index === 4 ? 2 : 1,
        ts: 7,
        count: 1,
      })),
    );
  });
  const found = await recalled(
    from,
    Array.from({ length: 1_500 }, (_, index) => index),
  );
  expect(sizes).toEqual([1_000, 500]);
  expect(found).toHaveLength(749);
  expect(found[1]).toEqual({ index: 2, value: 2, quality: 1, ts: 7 });
  expect(found.some(({ index }) => index === 4)).toBe(false);
});

it("lets the pod start where the hub does not answer, or answers something else, and says so", async () => {
  for (const ask of [() => Promise.reject(new Error("weg")), () => Promise.resolve("x")]) {
    const from = context(ask);
    expect(await recalled(from, [0])).toEqual([]);
    expect(from.sink.entries[0]?.msg).toContain("Werte von vor dem Neustart");
  }
});
