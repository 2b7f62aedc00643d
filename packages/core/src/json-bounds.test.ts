import { assert, json, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { DEEPEST_VALUE, tooDeep, withinBounds } from "./json-bounds.ts";

const nested = (levels: number, inner = ""): string => "[".repeat(levels) + inner + "]".repeat(levels);

/** Depth and number of members, the plain way. */
function measure(value: unknown): { depth: number; members: number } {
  if (typeof value !== "object" || value === null) return { depth: 0, members: 0 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    members: 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, { members }) => sum + members, 0),
  };
}

describe("tooDeep", () => {
  it("takes the deepest value and refuses one level more, in lists and objects", () => {
    expect(tooDeep(JSON.parse(nested(DEEPEST_VALUE)))).toBe(false);
    expect(tooDeep(JSON.parse(nested(DEEPEST_VALUE + 1)))).toBe(true);
    expect(tooDeep({ a: { b: 1 } }, 2)).toBe(false);
    expect(tooDeep({ a: { b: [] } }, 2)).toBe(true);
    expect(tooDeep("[[[[", 0)).toBe(false);
  });

  it("is unharmed by a million levels", () => {
    expect(tooDeep(JSON.parse(nested(1_000_000)))).toBe(true);
  });
});

describe("withinBounds", () => {
  it("says of any JSON what a walk over the value says", () => {
    assert(
      property(json({ maxDepth: 5 }), nat(6), nat(12), (text, depth, members) => {
        const found = measure(JSON.parse(text));
        const expected = found.depth <= depth && found.members <= members;
        expect(withinBounds(text, { depth, members })).toBe(expected);
        expect(tooDeep(JSON.parse(text), depth)).toBe(found.depth > depth);
      }),
    );
  });

  it("does not count what stands in strings", () => {
    const bounds = { depth: 1, members: 2 };
    expect(withinBounds('["[[[,,,\\"[[", "]\\\\"]', bounds)).toBe(true);
    expect(withinBounds('["\\\\",[]]', bounds)).toBe(false);
  });

  it("is quick with long text, also where a string never ends or has many backslashes", () => {
    const bounds = { depth: 64, members: 100 };
    const before = performance.now();
    expect(withinBounds(`["${"x".repeat(8_000_000)}"]`, bounds)).toBe(true);
    expect(withinBounds(`["${"\\\\".repeat(4_000_000)}`, bounds)).toBe(true);
    expect(withinBounds(`["${'\\"'.repeat(4_000_000)}`, bounds)).toBe(true);
    expect(withinBounds("[".repeat(8_000_000), bounds)).toBe(false);
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
