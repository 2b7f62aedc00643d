import { describe, expect, it } from "vitest";
import type { LogLine } from "../../../lib/log-lines.ts";
import { beginOf, named, nameOf, parseName, searchOfLine } from "./place.ts";

const lines: LogLine[] = [10, 20, 20, 30].map((ts, i) => ({
  ts,
  level: "info",
  src: "hub",
  module: "m",
  msg: `line ${i}`,
}));

describe("a line in the address", () => {
  it("is found again by its name, also beside another of the same millisecond", () => {
    const names = lines.map((line) => nameOf(lines, line));
    expect(names).toEqual(["10-1", "20-1", "20-2", "30-1"]);
    expect(names.map((name) => named(lines, name))).toEqual(lines);
    expect(names.map((name) => beginOf(lines, name))).toEqual([0, 1, 2, 3]);
  });
  it("that is gone names none; a page that began with it begins with what follows", () => {
    expect(named(lines, "20-3")).toBeUndefined();
    expect(named(lines, "15-1")).toBeUndefined();
    expect(beginOf(lines, "15-1")).toBe(1);
    expect(beginOf(lines, "31-1")).toBe(-1);
  });
  it.each(["", "x", "-1", "1.5", "1-", "1-x", `${"9".repeat(17)}-1`])("%j names none", (name) => {
    expect(parseName(name)).toBeUndefined();
    expect(named(lines, name)).toBeUndefined();
    expect(beginOf(lines, name)).toBe(-1);
    expect(searchOfLine({}, name)).toBeUndefined();
  });
  it("is looked for by itself where it is older than what was loaded", () => {
    expect(searchOfLine({ source: "hub", from: 1, at: 7 }, "20-2")).toEqual({
      source: "hub",
      from: 20,
      to: 20,
    });
  });
});
