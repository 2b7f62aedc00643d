import { describe, expect, it } from "vitest";
import { type Change, withChange } from "./changes.ts";
import { linkSteps } from "./link-text.ts";
import type { DataRecord } from "./records.ts";

const link = { source: "a.b.c", target: "d.e.f" };

describe("what a link does", () => {
  it("is said in the order in which it is done", () => {
    expect(linkSteps(link)).toEqual([]);
    expect(linkSteps({ ...link, scale: 1.5, offset: -2, on_change: true, min_interval: 250 })).toEqual([
      "× 1,5",
      "− 2",
      "nur bei Änderung",
      "höchstens alle 250\u00a0ms",
    ]);
    expect(linkSteps({ ...link, invert: true, min_interval: 90_000 })).toEqual([
      "umgekehrt",
      "höchstens alle 1\u00a0Min. 30\u00a0s",
    ]);
    expect(linkSteps({ ...link, map: { true: 1, "*": 0 } })).toEqual(["true → 1, sonst → 0"]);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${i}`, i]));
    expect(linkSteps({ ...link, map: many })[0]).toMatch(/k5 → 5 … \(3 weitere\)$/);
  });
});

describe("the changes of a channel", () => {
  const record = (count: number, quality = 0): DataRecord => ({
    chan: "a.b.c",
    value: count,
    quality,
    last: count,
    count,
  });
  const after = (...records: DataRecord[]): readonly Change[] => records.reduce(withChange, []);

  it("come newest first, each once, and say what was left out", () => {
    const changes = after(record(1), record(1), record(2), record(6));
    expect(changes.map(({ n, skipped, record: { value } }) => [n, value, skipped])).toEqual([
      [3, 6, 3],
      [2, 2, 0],
      [1, 1, 0],
    ]);
    expect(withChange(changes, record(6))).toBe(changes);
  });
  it("name a value that turned bad, and another hub that counts anew", () => {
    expect(after(record(4), record(4, 2), record(1)).map(({ skipped }) => skipped)).toEqual([0, 0, 0]);
  });
  it("are bounded", () => {
    const all = after(...Array.from({ length: 600 }, (_, i) => record(i)));
    expect([all.length, all[0]?.n]).toEqual([500, 600]);
  });
});
