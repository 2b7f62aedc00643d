import { expect, it } from "vitest";
import { createValueStore } from "../../../lib/value-store.ts";
import { asksWhy } from "./asks-why.ts";

const UP = { iface: "main", state: true };
const DOWN = { iface: "main", state: false };

function store(...values: { last: number; quality: 0 | 1 | 2 }[]) {
  const made = createValueStore("");
  const details = { iface: "main" };
  made.load(
    values.map(({ last, quality }, at) => ({
      chan: `a.b.c${at}`,
      value: 1,
      quality,
      last,
      count: 1,
      details,
    })) as never,
  );
  return made;
}

it("asks of the first value that does not hold", () => {
  expect(asksWhy(store({ last: 1, quality: 0 }, { last: 1, quality: 1 }), [UP])).toBe("a.b.c1");
});

it("asks of what waits for a connection where nothing ever came", () => {
  const never = store({ last: 0, quality: 2 });
  expect(asksWhy(never, [DOWN])).toBe("a.b.c0");
  expect(asksWhy(never, [UP])).toBeUndefined();
});

it("asks nothing where all is well", () => {
  expect(asksWhy(store({ last: 1, quality: 0 }), [UP])).toBeUndefined();
});
