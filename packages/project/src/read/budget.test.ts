import { expect, it } from "vitest";
import { Budget, ReadProblem } from "./budget.ts";

function rows(budget: Budget, table: string, count: number): unknown {
  budget.table(table);
  try {
    for (let i = 0; i < count; i += 1) budget.row(1);
    return undefined;
  } catch (error) {
    if (error instanceof ReadProblem) return error.parameters;
    throw error;
  }
}

it("bounds the rows of each table, in however many files it is", () => {
  const budget = new Budget();
  expect(rows(budget, "mqtt", 200_000)).toBeUndefined();
  expect(rows(budget, "links", 150_000)).toBeUndefined();
  expect(rows(budget, "constants", 1)).toBeUndefined();
  expect(rows(budget, "Links", 50_001)).toEqual({ limit: 200_000, table: "links" });
});

it("bounds the rows of all tables", () => {
  const budget = new Budget();
  for (const table of ["a", "b", "c", "d", "e"]) expect(rows(budget, table, 200_000)).toBeUndefined();
  expect(rows(budget, "f", 1)).toEqual({ limit: 1_000_000 });
});
