/** Meters compiled and back: each row is one row again, and means what it meant. */
import type { DraftDocument } from "@hubwart/contract";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { loadLua } from "../compile.ts";
import { diffProjects } from "../diff.ts";
import type { PlainCell } from "../read/table.ts";
import { compileTables as compileBook, meterTables, testSchemas } from "../testing/project.ts";
import { expectSame, inputOf, text } from "../testing/same-project.ts";
import { compileTables } from "./compile-tables.ts";
import { subjectOf, usageOf } from "./references.ts";
import { renameOps } from "./rename.ts";
import { tablesOf } from "./tables-of.ts";

const options = { schemas: testSchemas, loadLua };
const none = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const row = fc.tuple(
  none(text),
  fc.constantFrom<[string, string]>(["electricity", "kWh"], ["heat", "MWh"], ["water", "l"], ["gas", "m³"]),
  none(fc.constantFrom("counter", "power")),
  none(fc.constantFrom<PlainCell>(1, 0.001, "1000,0", 277.7)),
  fc.boolean(),
  none(fc.constantFrom<PlainCell>(0.28, "1.234", "1,234", "const.main.limit", 5)),
  none(fc.constantFrom<PlainCell>(100_000, "999,5")),
  none(fc.constantFrom<PlainCell>(120, "0,5")),
  none(fc.constantFrom("day", "month")),
);
const project = fc.array(row, { minLength: 1, maxLength: 4 }).map((rows) =>
  inputOf({
    ...meterTables(),
    links: [["source", "target"]],
    alarms: [["id", "source", "kind"]],
    meters: [
      [
        "id",
        "label",
        "source",
        "medium",
        "unit",
        "kind",
        "factor",
        "parent",
        "cost",
        "rollover",
        "target",
        "target_for",
      ],
      ...rows.map(([label, [medium, unit], kind, factor, child, cost, rollover, target, period], n) => [
        `z${n}`,
        label,
        "bus.a.in",
        medium,
        unit,
        kind,
        factor,
        child && n > 0 ? `z${n - 1}` : null,
        cost,
        rollover,
        target,
        period,
      ]),
    ],
  }),
);

it("gives rows of the same hash, as they are, as a workbook and as CSV files", async () => {
  let sound = 0;
  await fc.assert(
    fc.asyncProperty(project, async (input) => {
      const { compiled, hash } = await compileTables(input, options);
      if (!compiled) return;
      sound += 1;
      await expectSame(compiled, hash);
    }),
    { numRuns: 100 },
  );
  expect(sound).toBeGreaterThan(10);
}, 60_000);

it("says no more than is needed", async () => {
  const { compiled } = await compileBook(meterTables());
  if (!compiled) throw new Error("the example does not compile");
  const { tables } = tablesOf(compiled, testSchemas);
  expect(tables.find(({ name }) => name === "meters")?.rows.map(({ cells }) => cells)).toEqual([
    "id label source medium unit factor kind parent area m2 cost co2 rollover max target".split(" "),
    [
      "fan",
      null,
      "bus.a.in",
      "electricity",
      "kWh",
      0.001,
      "power",
      "main",
      "Halle",
      120,
      ...Array(5).fill(null),
    ],
    [
      "main",
      "Strom",
      "bus.a.in",
      "electricity",
      "kWh",
      ...Array(5).fill(null),
      "const.main.limit",
      0.363,
      100_000,
      50,
      120,
    ],
    ["out", null, "bus.a.in", "temperature", "°C", ...Array(10).fill(null)],
  ]);
});

it("tells what differs, column by column", async () => {
  const [before, other] = [meterTables(), meterTables()];
  (other["meters"] ?? [])[1]?.splice(10, 1, 0.3);
  const [a, b] = await Promise.all([compileBook(before), compileBook(other)]);
  if (!a.compiled || !b.compiled) throw new Error("the example does not compile");
  expect(diffProjects(a.compiled, b.compiled, testSchemas).changes).toEqual([
    {
      kind: "meter",
      chan: "main",
      change: "changed",
      fields: [{ field: "cost", before: "const.main.limit", after: "0.3" }],
    },
  ]);
});

const draft: DraftDocument = {
  tables: Object.entries(meterTables())
    .filter(([name]) => ["meters", "links", "alarms"].includes(name))
    .map(([name, [head = [], ...rows]]) => ({
      id: name,
      name,
      above: [],
      columns: head.map((column) => ({ id: String(column), name: String(column) })),
      rows: rows.map((cells, at) => ({
        id: `r${at}`,
        cells: Object.fromEntries(
          cells.flatMap((cell, index) => (cell === null ? [] : [[String(head[index]), cell as string]])),
        ),
      })),
    })),
  scripts: { "a.lua": 'read("meter.main.day")\nread("meter.main2.day")' },
};
const TYPES = new Set(["bus", "echo"]);

it("is found and renamed wherever it is named", () => {
  const subject = subjectOf(draft, { table: "links", row: "r0", column: "source" }, TYPES);
  expect(subject).toEqual({ kind: "meter", name: "meter.main" });
  if (!subject) return;
  expect(subjectOf(draft, { table: "meters", row: "r0" }, TYPES)).toEqual(subject);
  const usage = usageOf(draft, subject, TYPES);
  expect(usage.cells.map(({ column, defines, table }) => [table, column, defines])).toEqual([
    ["links", "source", false],
    ["meters", "id", true],
    ["meters", "parent", false],
  ]);
  expect(usage.patterns.map(({ table }) => table)).toEqual(["alarms"]);
  expect(usage.scripts.map(({ line }) => line)).toEqual([1]);
  expect(renameOps(draft, subject, "netz", TYPES)).toEqual({
    name: "meter.netz",
    ops: [
      { op: "set", table: "links", cells: [["r0", "source", "meter.netz.day"]] },
      {
        op: "set",
        table: "meters",
        cells: [
          ["r0", "id", "netz"],
          ["r1", "parent", "netz"],
        ],
      },
    ],
  });
  expect(renameOps(draft, subject, "fan", TYPES)).toEqual({ refused: "taken", name: "meter.fan" });
});
