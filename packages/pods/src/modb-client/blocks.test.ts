import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Area } from "../shared/modbus/columns.ts";
import { itemOf } from "../shared/modbus/item.ts";
import { type Block, type BlockItem, planBlocks, splitBlock } from "./blocks.ts";

const SIZES = { 1: "uint16", 2: "float32", 4: "float64" } as const;

function at(
  index: number,
  address: number,
  size: 1 | 2 | 4 = 1,
  area: Area = "holding",
  unit = 1,
): BlockItem {
  const data = area === "coil" ? ("bool" as const) : SIZES[size];
  const item = itemOf({ area, address, data, order: "ABCD", scale: 1, offset: 0 });
  return { index, unit, interval: 1000, item };
}

const ranges = (blocks: readonly Block[]) => blocks.map(({ address, count }) => [address, count]);

describe("planBlocks", () => {
  it("joins neighbours and bridges small gaps", () => {
    const items = [at(0, 10), at(1, 0, 2), at(2, 2), at(3, 6), at(4, 30)];
    expect(ranges(planBlocks(items, { maxBlock: 125, maxGap: 3 }))).toEqual([
      [0, 11],
      [30, 1],
    ]);
    expect(ranges(planBlocks(items, { maxBlock: 125, maxGap: 0 }))).toEqual([
      [0, 3],
      [6, 1],
      [10, 1],
      [30, 1],
    ]);
  });

  it("measures coils sixteenfold", () => {
    const items = [at(0, 0, 1, "coil"), at(1, 17, 1, "coil"), at(2, 32, 1, "coil")];
    expect(ranges(planBlocks(items, { maxBlock: 2, maxGap: 1 }))).toEqual([
      [0, 18],
      [32, 1],
    ]);
  });

  it("reads every item once, whole, within the limits", () => {
    const any = fc.record({
      address: fc.integer({ min: 0, max: 300 }),
      size: fc.constantFrom(1 as const, 2 as const, 4 as const),
      area: fc.constantFrom<Area>("holding", "input", "coil"),
      unit: fc.constantFrom(1, 2),
    });
    const limits = fc.record({
      maxBlock: fc.integer({ min: 1, max: 125 }),
      maxGap: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), limits, (specs, { maxBlock, maxGap }) => {
        const items = specs.map(({ address, size, area, unit }, i) => at(i, address, size, area, unit));
        const blocks = planBlocks(items, { maxBlock, maxGap });
        expect(blocks.flatMap((b) => b.items.map((i) => i.index)).sort((a, b) => a - b)).toEqual(
          items.map((i) => i.index),
        );
        for (const block of blocks) {
          const most = block.area === "coil" ? maxBlock * 16 : maxBlock;
          // Only an item that is longer than the limit by itself makes a longer block.
          expect(block.count).toBeLessThanOrEqual(
            Math.max(most, ...block.items.map(({ item }) => item.size)),
          );
          for (const { item, unit } of block.items) {
            expect([unit, item.area]).toEqual([block.unit, block.area]);
            expect(item.address).toBeGreaterThanOrEqual(block.address);
            expect(item.address + item.size).toBeLessThanOrEqual(block.address + block.count);
          }
        }
      }),
    );
  });
});

describe("splitBlock", () => {
  const block = (...items: BlockItem[]) => {
    const [made] = planBlocks(items, { maxBlock: 125, maxGap: 100 });
    if (!made) throw new Error("no block");
    return made;
  };

  it("parts at the widest gap first, then in the middle", () => {
    expect(ranges(splitBlock(block(at(0, 0), at(1, 1), at(2, 9), at(3, 12))) ?? [])).toEqual([
      [0, 2],
      [9, 4],
    ]);
    expect(ranges(splitBlock(block(at(0, 0), at(1, 1), at(2, 2), at(3, 3))) ?? [])).toEqual([
      [0, 2],
      [2, 2],
    ]);
  });

  it("keeps what stands in the same register together", () => {
    expect(splitBlock(block(at(0, 5), at(1, 5), at(2, 5)))).toBeUndefined();
    expect(ranges(splitBlock(block(at(0, 5), at(1, 5), at(2, 5), at(3, 6))) ?? [])).toEqual([
      [5, 1],
      [6, 1],
    ]);
  });

  it("comes down to single address ranges in few steps", () => {
    const items = Array.from({ length: 100 }, (_, i) => at(i, i));
    let widest = 0;
    const parted = (b: Block, depth: number): number => {
      widest = Math.max(widest, depth);
      const halves = splitBlock(b);
      return halves ? parted(halves[0], depth + 1) + parted(halves[1], depth + 1) : 1;
    };
    expect(parted(block(...items), 0)).toBe(100);
    expect(widest).toBeLessThanOrEqual(7);
  });
});
