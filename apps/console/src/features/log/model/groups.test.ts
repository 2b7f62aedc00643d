import { expect, it } from "vitest";
import { grouped } from "./groups.ts";
import type { LogRow } from "./rows.ts";

const row = (n: number, msg: string, rest: Partial<LogRow> = {}): LogRow => ({
  n,
  ts: n * 10,
  level: "info",
  src: "hub",
  module: "m",
  msg,
  ...rest,
});

it("shows what repeats once, and only what follows one another", () => {
  const rows = [row(1, "a"), row(2, "a"), row(3, "b"), row(4, "a"), row(5, "a", { level: "error" })];
  expect(grouped(rows).map(({ row: { n }, count, last }) => [n, count, last])).toEqual([
    [1, 2, 20],
    [3, 1, 30],
    [4, 1, 40],
    [5, 1, 50],
  ]);
  expect(grouped([])).toEqual([]);
});
