import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { Ages } from "./ages.ts";

function setUp() {
  const clock = new ManualClock();
  const fallen: unknown[] = [];
  const channel = (config: Record<string, number>) => ({
    chan: "t.p.a",
    iface: "main",
    type: "json" as const,
    dir: "in" as const,
    config,
  });
  const ages = new Ages(clock, [channel({ max_age: 60 }), channel({}), channel({ max_age: 10 })], (...fall) =>
    fallen.push(fall),
  );
  const end = ages.start();
  return { ages, clock, fallen, end };
}

it("lets a value fall once it is older than its channel allows, once, with its own time", () => {
  const { ages, clock, fallen } = setUp();
  ages.came(0, 21, 0, 5);
  ages.came(1, 22, 0, 5);
  clock.advance(60_000);
  expect(fallen).toEqual([]);
  clock.advance(1_000);
  expect(fallen).toEqual([[0, 21, 5]]);
  clock.advance(600_000);
  expect(fallen).toHaveLength(1);
  ages.came(0, 23, 0, 9);
  clock.advance(61_000);
  expect(fallen).toEqual([
    [0, 21, 5],
    [0, 23, 9],
  ]);
});

it("counts from the last value, on a clock that nobody sets", () => {
  const { ages, clock, fallen } = setUp();
  for (let at = 0; at < 20; at += 1) {
    ages.came(2, at, 0, 0);
    clock.advance(9_000);
  }
  clock.jump(86_400_000);
  expect(fallen).toEqual([]);
});

it("says nothing of a value that has fallen for another reason, nor after the end", () => {
  const { ages, clock, fallen, end } = setUp();
  ages.came(2, 1, 0, 0);
  ages.came(2, 1, 1, 0);
  clock.advance(20_000);
  ages.came(2, 2, 0, 0);
  end();
  clock.advance(20_000);
  expect(fallen).toEqual([]);
});
