/** `time;value` as people write it, and what is refused with its line. */
import { LIMITS } from "@hubwart/contract";
import { Zone } from "@hubwart/schedule";
import { describe, expect, it } from "vitest";
import { readRows, readTime } from "./correction-rows.ts";

const zone = new Zone("Europe/Berlin");
const NOON = Date.UTC(2026, 10, 25, 12);
const problem = (text: string): string => {
  try {
    readRows(text, zone);
    return "";
  } catch (error) {
    return (error as { fields: { message: string }[] }).fields[0]?.message ?? "";
  }
};

describe("lines of corrected values", () => {
  it("are times of the device or with an offset, numbers of either kind, and yes or no", () => {
    const text = [
      '\uFEFF"Zeit";"Wert"',
      "2026-11-25 13:00;21,5",
      '"25.11.2026 13:00:30";"-3.25"',
      "2026-11-25T12:01:00.5Z;1e3",
      "2026-11-25T14:02:00+02:00;wahr",
      "",
      "25.11.2026, 13:03;nein",
      "",
    ].join("\r\n");
    expect(readRows(text, zone)).toEqual([
      [NOON, 21.5],
      [NOON + 30_000, -3.25],
      [NOON + 60_500, 1_000],
      [NOON + 120_000, true],
      [NOON + 180_000, false],
    ]);
    expect(readRows("", zone)).toEqual([]);
  });

  it.each([
    "2026-11-25 13:00",
    "2026-11-25 13:00;",
    "2026-11-25 13:00;1;2",
    "2026-11-25 13:00,1",
    "2026-02-30 13:00;1",
    "2026-11-25 24:00;1",
    "1969-11-25 13:00;1",
    "morgen;1",
    "2026-11-25 13:00;warm",
    "2026-11-25 13:00;1e999",
    "2026-11-25 13:00;0x10",
    "2026-11-25 13:00;Infinity",
    '2026-11-25 13:00;"1',
    `2026-11-25 13:00;${"1".repeat(61)}`,
    "=1+1;1",
  ])("refuse all of the file, named by the number: %s", (line) => {
    expect(problem(`2026-11-25 12:00;1\n${line}\n2026-11-25 14:00;1`)).toMatch(
      /^Zeile 2: .*nichts übernommen/,
    );
  });

  it("in the hour that the clock has twice need an offset, and none is in the one that it skips", () => {
    expect(problem("2026-10-25 02:30;1")).toContain("zweimal");
    expect(problem("2026-03-29 02:30;1")).toContain("übersprungen");
    expect(readRows("2026-10-25 02:30+02:00;1\n2026-10-25 02:30+01:00;2", zone)).toEqual([
      [Date.UTC(2026, 9, 25, 0, 30), 1],
      [Date.UTC(2026, 9, 25, 1, 30), 2],
    ]);
    expect(readTime("2026-10-25 01:59", zone)).toBe(Date.UTC(2026, 9, 24, 23, 59));
    expect(readTime("2026-10-25 03:00", zone)).toBe(Date.UTC(2026, 9, 25, 2));
  });

  it("are not without end", () => {
    const lines = (count: number) => "2026-11-25 13:00;1\n".repeat(count);
    expect(readRows(lines(LIMITS.correctionRows), zone)).toHaveLength(LIMITS.correctionRows);
    expect(problem(lines(LIMITS.correctionRows + 1))).toContain("50.000");
  });
});
