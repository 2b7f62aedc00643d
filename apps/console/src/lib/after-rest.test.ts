import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterRest } from "./after-rest.ts";

let runs = 0;
beforeEach(() => {
  runs = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());
const key = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));

it("waits for the end of typing, and runs once", () => {
  afterRest(100, () => (runs += 1));
  for (let keys = 0; keys < 3; keys += 1) {
    vi.advanceTimersByTime(80);
    key();
  }
  vi.advanceTimersByTime(99);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(1);
  expect(runs).toBe(1);
  key();
  vi.advanceTimersByTime(1000);
  expect(runs).toBe(1);
});

it("is called off for good", () => {
  const off = afterRest(100, () => (runs += 1));
  off();
  key();
  vi.advanceTimersByTime(1000);
  expect(runs).toBe(0);
});
