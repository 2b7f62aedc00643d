import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterMs, everyMs } from "./long-timers.ts";

const DAY = 86_400_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([1, 30, 100])("fire after %i days, and not before", (days) => {
  let fired = 0;
  afterMs(days * DAY, () => (fired += 1));
  let times = 0;
  everyMs(days * DAY, () => (times += 1));
  vi.advanceTimersByTime(days * DAY - 1);
  expect([fired, times]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([fired, times]).toEqual([1, 1]);
  vi.advanceTimersByTime(3 * days * DAY);
  expect([fired, times]).toEqual([1, 4]);
});

it.each([1, 30])("of %i days are ended, also in the middle", (days) => {
  const fire = vi.fn();
  const ends = [afterMs(days * DAY, fire), everyMs(days * DAY, fire)];
  vi.advanceTimersByTime((days - 0.5) * DAY);
  for (const end of ends) end();
  vi.advanceTimersByTime(10 * days * DAY);
  expect(fire).not.toHaveBeenCalled();
  const again = everyMs(days * DAY, fire);
  vi.advanceTimersByTime(2.5 * days * DAY);
  again();
  vi.advanceTimersByTime(10 * days * DAY);
  expect(fire).toHaveBeenCalledTimes(2);
});
