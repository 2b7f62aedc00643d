import { describe, expect, it } from "vitest";
import { addTurn, spansOf, type Turn } from "./turns.ts";

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
