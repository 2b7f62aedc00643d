import { expect, it } from "vitest";
import { Bucket } from "./bucket.ts";
import { ManualClock } from "./clock.ts";

it("a bucket gives so much at once and so much per second", () => {
  const clock = new ManualClock();
  const bucket = new Bucket({ perSecond: 10, atOnce: 3 }, clock);
  const four = () => [1, 2, 3, 4].map(() => bucket.take());
  expect(four()).toEqual([true, true, true, false]);
  expect(bucket.wait()).toBe(100);
  clock.advance(100);
  expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  bucket.charge(5);
  expect(bucket.wait()).toBe(600);
  clock.advance(60_000);
  expect(bucket.wait()).toBe(0);
  expect([bucket.take(4), bucket.take(3), bucket.take()]).toEqual([false, true, false]);
  clock.advance(60_000);
  expect(four()).toEqual([true, true, true, false]);
});
