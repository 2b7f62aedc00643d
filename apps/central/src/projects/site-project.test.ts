import type { DraftDocument } from "@hubwart/contract";
import { applyStep } from "@hubwart/draft";
import { expect, it } from "vitest";
import type { BaseSheet } from "./base.ts";
import { stepsOf } from "./site-project.ts";

const EMPTY = {
  tables: ["project", "pods"].map((name, index) => ({
    id: `t${index + 1}`,
    name,
    above: [],
    columns: [],
    rows: [],
  })),
  scripts: {},
};
const sheet = (name: string, rows: BaseSheet["rows"]): BaseSheet => ({
  name,
  above: [],
  columns: ["id", "text"],
  rows,
});

it("writes a project of many rows in steps that fit through the connection, in their order", () => {
  const rows = Array.from({ length: 5_000 }, (_, nr) => [`c${nr}`, '"'.repeat(100)]);
  const sheets = [sheet("pods", [["modb.a", null]]), sheet("modb_client.values", rows)];
  const steps = stepsOf({ sheets, scripts: { "a.lua": "return 1" } });
  expect(steps.length).toBeGreaterThan(2);
  for (const ops of steps) expect(JSON.stringify(JSON.stringify({ ops })).length).toBeLessThan(400_000);
  let document: DraftDocument = EMPTY;
  for (const ops of steps) document = applyStep(document, ops).document;
  expect(document.tables.map(({ name }) => name)).toEqual(["pods", "modb_client.values"]);
  expect(document.tables[1]?.rows.map(({ cells }) => cells["c1"])).toEqual(rows.map(([id]) => id));
  expect(document.scripts).toEqual({ "a.lua": "return 1" });
});

it("says what is too long for it", () => {
  const long = "x".repeat(300_000);
  expect(() => stepsOf({ sheets: [sheet("pods", [["a", long]])], scripts: {} })).toThrow("„pods“");
  expect(() => stepsOf({ sheets: [], scripts: { "a.lua": long } })).toThrow("a.lua");
});
