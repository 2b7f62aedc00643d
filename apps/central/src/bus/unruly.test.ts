import { ManualClock, Scope } from "@hubwart/core";
import { expect, it } from "vitest";
import { Unruly } from "./unruly.ts";

function guard() {
  const clock = new ManualClock();
  const told: [string, boolean][] = [];
  const unruly = new Unruly({ clock, scope: new Scope(), changed: (...change) => told.push(change) });
  return { clock, told, unruly };
}

it("locks out who says too much in a short time, once and for a while, and nobody else", () => {
  const { clock, told, unruly } = guard();
  for (let at = 0; at < 100; at += 1) expect(unruly.may("a")).toBe(true);
  expect(unruly.may("a")).toBe(false);
  expect(unruly.may("a")).toBe(false);
  expect(unruly.is("a")).toBe(true);
  expect(unruly.may("b")).toBe(true);
  expect(told).toEqual([["a", true]]);
  clock.advance(599_000);
  expect(unruly.is("a")).toBe(true);
  clock.advance(1_000);
  expect(told).toEqual([
    ["a", true],
    ["a", false],
  ]);
  expect(unruly.may("a")).toBe(true);
});

it("leaves alone who reports as often as a hub does", () => {
  const { clock, told, unruly } = guard();
  for (let at = 0; at < 1_000; at += 1) {
    expect(unruly.may("a")).toBe(true);
    clock.advance(1_000);
  }
  expect(told).toEqual([]);
});

it("takes garbage more seriously", () => {
  const { told, unruly } = guard();
  for (let at = 0; at < 21; at += 1) unruly.garbage("a");
  expect(told).toEqual([["a", true]]);
});
