import { expect, it } from "vitest";
import { Bucket } from "./bucket.ts";

it("gives so much at once and so much per second", () => {
  let now = 0;
  const bucket = new Bucket(10, 3, () => now);
  expect([1, 2, 3, 4].map(() => bucket.take())).toEqual([true, true, true, false]);
  now = 100;
  expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  bucket.charge(5);
  expect(bucket.debt).toBeGreaterThan(500);
  now = 60_000;
  expect(bucket.debt).toBe(0);
  expect([1, 2, 3, 4].map(() => bucket.take())).toEqual([true, true, true, false]);
});
