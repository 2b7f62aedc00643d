/** For tests of what a project is compiled and back: tables of it, cells as they come from people, and whether all is as it was. */
import * as fc from "fast-check";
import { expect } from "vitest";
import { compileProject, loadLua } from "../compile.ts";
import type { CompiledProject } from "../compiled.ts";
import { editsOf } from "../edits.ts";
import { arrange } from "../entry/arrange.ts";
import { compileTables } from "../entry/compile-tables.ts";
import { csvText } from "../entry/csv-text.ts";
import type { TablesInput } from "../entry/raw-of.ts";
import { tablesOf } from "../entry/tables-of.ts";
import type { PlainCell } from "../read/table.ts";
import { writeWorkbook } from "../write/workbook.ts";
import { faults, type Tables, testSchemas } from "./project.ts";
import { zipOf } from "./zip.ts";

const options = { schemas: testSchemas, loadLua };

export const inputOf = (tables: Tables): TablesInput => ({
  tables: Object.entries(tables).map(([name, rows]) => ({
    name,
    rows: rows.map((cells) => ({ cells: cells as PlainCell[] })),
  })),
});

async function asWorkbook({ tables }: TablesInput): Promise<string> {
  const sheets = tables.map(({ name, rows }) => ({
    name,
    rows: rows.map(({ cells }) => [...cells] as PlainCell[]),
  }));
  const bytes = await writeWorkbook(sheets);
  return (await compileProject({ files: [{ name: "a.xlsx", bytes }] }, { schemas: testSchemas })).hash;
}

export async function asCsv({ tables, scripts }: TablesInput): Promise<string> {
  const entries = tables.map((table) => ({
    name: `${table.name}.csv`,
    content: csvText(table, testSchemas),
  }));
  const sources = Object.entries(scripts ?? {}).map(([name, content]) => ({ name, content }));
  const bytes = await zipOf([...entries, ...sources]);
  return (await compileProject({ files: [{ name: "a.zip", bytes }] }, { schemas: testSchemas })).hash;
}

/** As tables, as a workbook and as CSV files it is the same again. */
export async function expectSame(compiled: CompiledProject, hash: string): Promise<void> {
  const back = tablesOf(compiled, testSchemas);
  const again = await compileTables(back, { ...options, edits: editsOf(compiled) });
  expect({ errors: again.errors, hash: again.hash }).toEqual({ errors: [], hash });
  const given = await compileTables(back, options);
  expect({ csv: await asCsv(back), workbook: await asWorkbook(back) }).toEqual({
    csv: given.hash,
    workbook: given.hash,
  });
}

/** Every project that compiles comes back as it was; `sound`: more than these of the runs compile. */
export async function expectBack(
  projects: fc.Arbitrary<TablesInput>,
  { runs, sound }: { runs: number; sound: number },
  counts: (compiled: CompiledProject) => boolean = () => true,
): Promise<void> {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(projects, async (input) => {
      const { compiled, hash } = await compileTables(input, options);
      if (!compiled || !counts(compiled)) return;
      seen += 1;
      await expectSame(compiled, hash);
    }),
    { numRuns: runs },
  );
  expect(seen).toBeGreaterThan(sound);
}

/** Every project means the same when its tables are arranged, which arranging once more leaves as they are. */
export async function expectArranged(projects: fc.Arbitrary<TablesInput>, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(projects, async (input) => {
      const arranged = { ...input, tables: input.tables.map((table) => arrange(table, testSchemas)) };
      const [before, after] = [await compileTables(input, options), await compileTables(arranged, options)];
      expect({ hash: after.hash, faults: faults(after) }).toEqual({
        hash: before.hash,
        faults: faults(before),
      });
      for (const table of arranged.tables) expect(arrange(table, testSchemas)).toEqual(table);
      expect(await asCsv(arranged)).toBe(before.hash);
    }),
    { numRuns: runs },
  );
}

/** Text as it comes from people, and as it should not. */
export const text = fc.oneof(
  fc.constantFrom(
    "0",
    "1.234",
    "1,5",
    "ja",
    "# x",
    "=1",
    " a ",
    "a;b",
    'a"b',
    "a,b",
    "a\nb",
    "a\tb",
    "{",
    "\\",
    "*",
    "007",
  ),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(";", "=", "\\", "\n", " ", "a", '"', "{", "ä", "'"), maxLength: 8 }),
);
export const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1, 1.234, 1_234.5, 1e21, 1e-7, 5.0),
);
