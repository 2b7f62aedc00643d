import { describe, expect, it } from "vitest";
import {
  formatAgo,
  formatDuration,
  formatFileSize,
  formatGib,
  formatPercent,
  formatUptime,
  formatWholeKb,
} from "./format.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("sizes", () => {
  it("are GiB with two decimals for memory", () => {
    expect(formatGib(0)).toBe("0,00 GiB");
    expect(formatGib(8 * 1024 ** 3)).toBe("8,00 GiB");
    expect(formatGib(1_234_567_890_123)).toBe("1.149,78 GiB");
  });

  it.each([
    [0, "0 Bytes"],
    [1_023, "1.023 Bytes"],
    [1_024, "1,00 kB"],
    [1_048_575, "1.024,00 kB"],
    [1_048_576, "1,00 MB"],
    [5_000_000_000, "4.768,37 MB"],
  ])("of %i bytes are %s for files", (bytes, text) => expect(formatFileSize(bytes)).toBe(text));

  it("are whole kB, rounded down, on the project card", () => {
    expect(formatWholeKb(2_047)).toBe("1 kB");
    expect(formatWholeKb(1_023)).toBe("0 kB");
  });

  it("and percent have a German comma", () => expect(formatPercent(33.33)).toBe("33,3 %"));
});

it.each([
  [-5_000, "weniger als 1\u00a0Min."],
  [59_999, "weniger als 1\u00a0Min."],
  [12 * MINUTE + 5_000, "12\u00a0Min."],
  [5 * HOUR + 7 * MINUTE, formatDuration(5 * HOUR + 7 * MINUTE)],
  [3 * DAY + 4 * HOUR, formatDuration(3 * DAY + 4 * HOUR)],
])("%i ms in operation are %s", (ms, text) => expect(formatUptime(ms)).toBe(text));

describe("time ago", () => {
  const now = 1_900_000_000_000;
  it.each([
    [59_999, "gerade eben"],
    [MINUTE, "vor 1 Minute"],
    [119 * MINUTE, "vor 119 Minuten"],
    [120 * MINUTE, "vor 2 Stunden"],
    [48 * HOUR - 1, "vor 47 Stunden"],
    [48 * HOUR, "vor 2 Tagen"],
    [14 * DAY - 1, "vor 13 Tagen"],
    [14 * DAY, "vor 2 Wochen"],
    [60 * DAY - 1, "vor 8 Wochen"],
    [60 * DAY, "vor 2 Monaten"],
  ])("of %i ms is %s", (age, text) => expect(formatAgo(now - age, now)).toBe(text));

  it("is a dash without a time, and never in the future", () => {
    expect(formatAgo(0, now)).toBe("–");
    expect(formatAgo(Number.NaN, now)).toBe("–");
    expect(formatAgo(now + HOUR, now)).toBe("gerade eben");
  });
});

it.each([
  [0, "0 s"],
  [61_000, "1 Min. 1 s"],
  [HOUR, "1 Std. 0 Min."],
  [DAY, "1 Tag 0 Std."],
  [3 * DAY + 4 * HOUR, "3 Tage 4 Std."],
])("a duration of %i ms is %s", (ms, text) => expect(formatDuration(ms)).toBe(text));
