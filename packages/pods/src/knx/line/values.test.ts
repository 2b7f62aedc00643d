import { ManualClock } from "@hubwart/core";
import { dataType } from "@hubwart/knx/dpt/types";
import type { PodContext } from "@hubwart/runtime/pod";
import { expect, it } from "vitest";
import type { Point } from "./point.ts";
import { Values } from "./values.ts";

it("doubts a value with the time at which it came", () => {
  const clock = new ManualClock(1_000);
  const emitted: unknown[] = [];
  const values = new Values({
    clock,
    emit: (...told: unknown[]) => void emitted.push(told),
    failed: () => undefined,
  } as unknown as PodContext);
  const point = { index: 2, type: "int", dpt: dataType("5.010"), address: 1 } as Point;
  values.took(point, { data: Buffer.from([7]), short: false });
  clock.advance(5_001);
  values.doubt(point);
  values.took(point, { data: Buffer.from([7, 7, 7]), short: false });
  expect(emitted).toEqual([
    [2, 7, 0, 1_000],
    [2, 7, 1, 1_000],
    [2, 7, 2, 1_000],
  ]);
});
