import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { Held } from "./held.ts";

function setUp() {
  const clock = new ManualClock(1_000);
  const emitted: unknown[] = [];
  const held = new Held({
    clock,
    emit: (index, value, quality, ts) => void emitted.push([index, value, quality, ts]),
  });
  return { clock, held, next: () => emitted.splice(0) };
}

it("holds a value over as uncertain, then gives it up, each once and with its own time", () => {
  const { clock, held, next } = setUp();
  held.took(0, 21.5);
  expect(next()).toEqual([[0, 21.5, 0, 1_000]]);
  clock.advance(10_000);
  held.missed(0, 10_000);
  held.missed(0, 10_000);
  expect(next()).toEqual([[0, 21.5, 1, 1_000]]);
  clock.advance(29_999);
  held.missed(0, 10_000);
  expect(next()).toEqual([]);
  clock.advance(1);
  held.missed(0, 10_000);
  held.missed(0, 10_000);
  held.lost(0);
  expect(next()).toEqual([[0, 21.5, 2, 1_000]]);
  held.took(0, 22);
  clock.advance(1_000);
  held.missed(0, 100);
  expect(next()).toEqual([
    [0, 22, 0, 41_000],
    [0, 22, 1, 41_000],
  ]);
});

it("is bad at once where the source denies, and never better than the source said", () => {
  const { held, next } = setUp();
  held.took(0, 1);
  held.lost(0);
  expect(next().at(-1)).toEqual([0, 1, 2, 1_000]);
  held.took(1, 2, 1);
  held.missed(1, 10);
  expect(next()).toEqual([[1, 2, 1, 1_000]]);
});

it("was never received: bad, without a value, once", () => {
  const { held, next } = setUp();
  held.missed(0, 10);
  held.missed(0, 10);
  held.lost(0);
  expect(next()).toEqual([[0, null, 2, 1_000]]);
});
