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

it("keeps every digit of 64 bits as text, scaled or not, and says where a number cannot", () => {
  const counter = item({ data: "uint64", scale: 0.001 });
  expect(readingOf(counter, "string", 18_446_744_073_709_551_615n)).toEqual({
    value: "18446744073709551.615",
    quality: 0,
  });
  expect(readingOf(counter, "float", 18_446_744_073_709_551_615n)?.quality).toBe(1);
  expect(rawOf(counter, "18446744073709551.615")).toEqual({ raw: 18_446_744_073_709_551_615n });
  expect(rawOf(counter, "18446744073709551.616")).toMatchObject({
    problem: expect.stringContaining("uint64") as string,
  });
  expect(rawOf(counter, "viel")).toMatchObject({ problem: expect.stringContaining("Zahl") as string });
  expect(rawOf(item({ data: "int16" }), "-5")).toEqual({ raw: -5 });
});
