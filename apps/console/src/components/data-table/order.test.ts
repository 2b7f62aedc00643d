import { expect, it } from "vitest";
import { inOrder, type Sortable } from "./order.ts";

const order = (values: readonly Sortable[], desc = false) =>
  inOrder(
    values.map((value) => ({ value })),
    ({ value }) => value,
    desc,
  ).map(({ value }) => value);

it("puts 9 before 10, in texts too, and takes no notice of capitals", () => {
  expect(order([10, 9, -1, 2.5])).toEqual([-1, 2.5, 9, 10]);
  expect(order(["b10", "B9", "a2.10", "a2.9", "c"])).toEqual(["a2.9", "a2.10", "B9", "b10", "c"]);
  expect(order([true, false], true)).toEqual([true, false]);
});

it("puts what is missing last, also backwards, and leaves equal rows as they were", () => {
  expect(order([undefined, 1, 2])).toEqual([1, 2, undefined]);
  expect(order([undefined, 1, 2], true)).toEqual([2, 1, undefined]);
  const rows = ["x1", "y0", "x2", "y1"].map((name) => ({ name, group: name.slice(0, 1) }));
  const names = (desc: boolean) => inOrder(rows, ({ group }) => group, desc).map(({ name }) => name);
  expect([names(false), names(true)]).toEqual([
    ["x1", "x2", "y0", "y1"],
    ["y0", "y1", "x1", "x2"],
  ]);
});

it("prepares each value once, however many rows there are", () => {
  let asked = 0;
  const rows = Array.from({ length: 5_000 }, (_, i) => `wert${(i * 7_919) % 5_000}`);
  const ordered = inOrder(
    rows,
    (name) => {
      asked += 1;
      return name;
    },
    false,
  );
  expect(asked).toBe(5_000);
  expect(ordered.at(-1)).toBe("wert4999");
});
