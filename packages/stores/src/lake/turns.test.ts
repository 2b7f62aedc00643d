import type { ChartSpan } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { addTurn, fewerSpans, spansOf, type Turn } from "./turns.ts";

describe("changes of quality", () => {
  it("are kept, repetitions are not", () => {
    const turns: Turn[] = [];
    [0, 0, 2, 2, 1, 0].forEach((quality, at) => addTurn(turns, at * 10, quality));
    expect(turns).toEqual([
      [0, 0],
      [20, 2],
      [40, 1],
      [50, 0],
    ]);
  });
  it("stay few however often a value flaps, and the last state wins", () => {
    const turns: Turn[] = [];
    for (let at = 0; at < 10_001; at += 1) addTurn(turns, at, at % 2 === 0 ? 2 : 0);
    expect(turns).toHaveLength(60);
    expect(turns.at(-1)?.[1]).toBe(2);
  });
  it("are told as the times within a chart in which the value was not good", () => {
    const turns: Turn[] = [
      [0, 2],
      [100, 0],
      [200, 1],
      [250, 2],
      [300, 0],
      [900, 2],
    ];
    expect(spansOf(turns, 50, 1_000)).toEqual([
      [50, 100, 2],
      [200, 250, 1],
      [250, 300, 2],
      [900, 1_000, 2],
    ]);
    expect(spansOf(turns, 100, 200)).toEqual([]);
  });
});

it("tells no more spans than a chart has room for, each part with the worst it knew", () => {
  const many = Array.from({ length: 1_000 }, (_, at): ChartSpan => [at * 30, at * 30 + 15, at < 500 ? 1 : 2]);
  const few = fewerSpans(many, 0, 30_000, 100);
  expect(few).toEqual([
    [0, 15_000, 1],
    [15_000, 30_000, 2],
  ]);
  const sparse = fewerSpans([...many.slice(0, 60), [20_000, 25_000, 3] as const], 0, 30_000, 50);
  expect(sparse).toEqual([
    [0, 1_800, 1],
    [19_800, 25_200, 3],
  ]);
  expect(fewerSpans(many.slice(0, 3), 0, 30_000, 100)).toEqual(many.slice(0, 3));
  expect(fewerSpans(many, 0, 30_000, 1)).toEqual([[0, 30_000, 2]]);
});
