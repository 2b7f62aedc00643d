import { LIMITS } from "@hubwart/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepAlive } from "./keep-alive.ts";

let calls: string[];
let age: number | undefined;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  age = LIMITS.keepAlive;
  end = keepAlive({
    info: async () => calls.push("info"),
    refresh: async () => {
      calls.push("refresh");
      throw new Error("unreachable");
    },
    tokenAge: () => age,
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

it("asks for info and refresh in turn every 30 s, whatever becomes of them", async () => {
  await vi.advanceTimersByTimeAsync(4 * LIMITS.keepAlive);
  expect(calls).toEqual(["info", "refresh", "info", "refresh"]);
});

it("skips a refresh that another tab has just made", async () => {
  age = 5_000;
  await vi.advanceTimersByTimeAsync(2 * LIMITS.keepAlive);
  expect(calls).toEqual(["info", "info"]);
});

it("does nothing without a token, and nothing after its end", async () => {
  age = undefined;
  await vi.advanceTimersByTimeAsync(LIMITS.keepAlive);
  end();
  age = LIMITS.keepAlive;
  await vi.advanceTimersByTimeAsync(4 * LIMITS.keepAlive);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(calls).toEqual([]);
});

it("asks at once when the page is shown again", async () => {
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual(["info"]);
});
