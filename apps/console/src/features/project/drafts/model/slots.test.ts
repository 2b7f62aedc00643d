import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createSlots } from "./slots.ts";

it("gives what comes into sight the slots of what left it, and keeps the order of what is drawn", () => {
  const arrange = createSlots();
  expect(arrange(["a", "b", "c"], true).map(({ slot }) => slot)).toEqual([0, 1, 2]);
  expect(arrange(["b", "c", "d"], false)).toMatchObject([
    { slot: 0, at: 2 },
    { slot: 1, at: 0 },
    { slot: 2, at: 1 },
  ]);
});

it("has the order of the rows as soon as all is settled", () => {
  const arrange = createSlots();
  arrange(["a", "b"], true);
  arrange(["b", "c"], false);
  expect(arrange(["b", "c"], true).map(({ at, slot }) => [at, slot])).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

it("leaves a row its slot when others come before it or go", () => {
  const arrange = createSlots();
  const [, b] = arrange(["a", "b"], true);
  expect(arrange(["new", "other", "b"], true)[2]?.slot).toBe(b?.slot);
});

it("gives each row one slot of its own, whatever comes and goes", () => {
  const sight = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(sight, fc.boolean())), (steps) => {
      const arrange = createSlots();
      let before = new Map<string, number>();
      for (const [ids, settled] of steps) {
        const now = arrange(ids, settled);
        const slots = new Map(now.map(({ at, slot }) => [ids[at] ?? "", slot]));
        expect(new Set(slots.values()).size).toBe(ids.length);
        for (const id of ids) if (before.has(id)) expect(slots.get(id)).toBe(before.get(id));
        // Rendering twice changes nothing.
        expect(arrange(ids, settled)).toEqual(now);
        before = slots;
      }
    }),
  );
});
