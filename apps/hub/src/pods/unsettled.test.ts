import { expect, it } from "vitest";
import { Unsettled } from "./unsettled.ts";

const batch = (...n: number[]) => ({ n, v: n, t: n });

it("waits from the first value on that nobody answered for, until its newest is", () => {
  const unsettled = new Unsettled();
  unsettled.left(1, batch(0, 3), 100);
  unsettled.left(2, batch(0), 200);
  expect([0, 3, 7].map((local) => unsettled.since(local))).toEqual([100, 100, undefined]);
  unsettled.settled({ n: [0, 3, 7], seq: [1, 1, 1] });
  expect([0, 3].map((local) => unsettled.since(local))).toEqual([100, undefined]);
  unsettled.settled({ n: [0], seq: [2] });
  expect(unsettled.since(0)).toBeUndefined();
});
