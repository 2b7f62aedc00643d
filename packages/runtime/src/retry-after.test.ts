import { expect, it } from "vitest";
import { bodyWait, headerWait, LONGEST_WAIT, longest } from "./retry-after.ts";

const NOW = Date.parse("2026-11-06T08:49:37Z");

it.each<[string, number | undefined]>([
  ["5", 5_000],
  [" 120 ", 120_000],
  ["0", 0],
  ["1.5", 1_500],
  ["Fri, 06 Nov 2026 08:50:37 GMT", 60_000],
  ["Friday, 06-Nov-26 08:50:37 GMT", 60_000],
  ["Fri, 06 Nov 2026 08:00:00 GMT", 0],
  ["9999999999", LONGEST_WAIT],
  ["Fri, 06 Nov 2099 08:50:37 GMT", LONGEST_WAIT],
  ["-5", undefined],
  ["soon", undefined],
  ["2026", 2_026_000],
  ["2026-11-06", undefined],
  ["Fri, 99 Nov 2026 08:50:37 GMT", undefined],
  ["", undefined],
])("reads the header %j", (retryAfter, wait) => {
  expect(headerWait({ retryAfter }, NOW)).toBe(wait);
});

it("counts a date from that of the answer, whatever the clock here says", () => {
  const told = { retryAfter: "Fri, 06 Nov 2026 08:50:37 GMT", date: "Fri, 06 Nov 2026 08:50:07 GMT" };
  expect(headerWait(told, 0)).toBe(30_000);
  expect(headerWait({ ...told, date: "gestern" }, NOW)).toBe(60_000);
});

it.each<[unknown, number | undefined]>([
  [{ retry_after_ms: 4_300 }, 4_300],
  [{ parameters: { retry_after: 7 } }, 7_000],
  [{ retry_after: 0.3 }, 300],
  [{ retry_after_ms: -1 }, 0],
  [{ retry_after_ms: 1e300 }, LONGEST_WAIT],
  [{ retry_after_ms: "5" }, undefined],
  [{ retry_after_ms: null }, undefined],
  ["text", undefined],
  [null, undefined],
  [[], undefined],
])("reads the body %j", (body, wait) => {
  expect(bodyWait(body)).toBe(wait);
});

it("takes the longest of what was said, if anything was", () => {
  expect(longest(undefined, 5, 3)).toBe(5);
  expect(longest(undefined)).toBeUndefined();
});
