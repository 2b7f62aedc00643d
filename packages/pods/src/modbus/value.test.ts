import { expect, it } from "vitest";
import { type ItemConfig, itemOf } from "./item.ts";
import { rawOf, readingOf } from "./value.ts";

function item(more: Pick<ItemConfig, "data"> & Partial<ItemConfig>) {
  const plain: ItemConfig = {
    area: "holding",
    address: 0,
    order: "ABCD",
    scale: 1,
    offset: 0,
  };
  return itemOf({ ...plain, ...more });
}

it("rounds half away from zero, as links do", () => {
  const raw = (value: number) => rawOf(item({ data: "int16" }), value);
  expect([2.5, -2.5, -0.5, 2.4].map(raw)).toEqual([{ raw: 3 }, { raw: -3 }, { raw: -1 }, { raw: 2 }]);
});

it("scales without a trace of binary fractions, there and back", () => {
  const scaled = item({ data: "int32", scale: 0.1 });
  expect(readingOf(scaled, "float", 6926)?.value).toBe(692.6);
  expect(rawOf(scaled, 692.6)).toEqual({ raw: 6926 });
  // 0.35 / 0.1 is 3.4999999999999996.
  expect(rawOf(scaled, 0.35)).toEqual({ raw: 4 });
});
