import { afterEach, expect, it } from "vitest";
import { LONGEST_WAIT, waitAsked } from "./retry-after.ts";

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
  expect(waitAsked({ headers: { "retry-after": retryAfter }, text: "" }, NOW)).toBe(wait);
});

const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

it("reads the form without a zone in that of HTTP, wherever the device is", () => {
  process.env["TZ"] = "Europe/Berlin";
  expect(waitAsked({ headers: { "retry-after": "Fri Nov  6 08:50:37 2026" }, text: "" }, NOW)).toBe(60_000);
});

it("counts a date from that of the answer, whatever the clock here says", () => {
  const told = { "retry-after": "Fri, 06 Nov 2026 08:50:37 GMT", date: "Fri, 06 Nov 2026 08:50:07 GMT" };
  expect(waitAsked({ headers: told, text: "" }, 0)).toBe(30_000);
  expect(waitAsked({ headers: { ...told, date: "gestern" }, text: "" }, NOW)).toBe(60_000);
});

it.each<[string, number | undefined]>([
  ['{"retry_after_ms":4300}', 4_300],
  ['{"parameters":{"retry_after":7}}', 7_000],
  ['{"retry_after":0.3}', 300],
  ['{"retry_after_ms":-1}', 0],
  ['{"retry_after_ms":1e300}', LONGEST_WAIT],
  ['{"retry_after_ms":"5"}', undefined],
  ['{"retry_after_ms":null}', undefined],
  ['{"retry_after_ms":5', undefined],
  ["text", undefined],
  ["null", undefined],
  ["[]", undefined],
  [`{"retry_after":1,"x":"${"x".repeat(70_000)}"}`, undefined],
])("reads the body %.40s", (text, wait) => {
  expect(waitAsked({ headers: {}, text }, NOW)).toBe(wait);
});

it("takes the longest of what was said", () => {
  const text = '{"retry_after_ms":4300,"retry_after":3}';
  expect(waitAsked({ headers: { "retry-after": "2" }, text }, NOW)).toBe(4_300);
  expect(waitAsked({ headers: { "retry-after": "9" }, text }, NOW)).toBe(9_000);
});
