/** Projects that people could have in an editor: those of the examples and the template, with edits that are mostly wrong. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { podSchemas } from "@hubwart/pods/schemas";
import { readProject, templateTables } from "@hubwart/project";
import type { TableInput, TablesInput } from "@hubwart/project/tables";
import { zipOf } from "@hubwart/project/testing/zip";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";
import * as fc from "fast-check";
import { exampleFiles } from "../../../../scripts/examples/files.ts";

type Plain = string | number | boolean | null;
/** Rows of cells by the name of their table. */
export interface Sheet {
  name: string;
  rows: Plain[][];
}
export interface Project {
  sheets: Sheet[];
  scripts: Record<string, string>;
}

const folder = path.resolve(import.meta.dirname, "../../../../examples");

/** Of every example, and of the template with its examples in effect. */
export async function originals(): Promise<Project[]> {
  const projects: Project[] = [];
  for (const { name } of exampleFiles) {
    const bytes = await readFile(path.join(folder, name));
    const { tables, scripts } = await readProject([{ name, bytes }], podSchemas);
    // One table may stand in several files of an archive, and only there.
    const byName = new Map(tables.map((table) => [table.name, table]));
    projects.push({
      sheets: [...byName.values()].map(({ name: sheet, rows }) => ({ name: sheet, rows: gapless(rows) })),
      scripts: scripts ?? {},
    });
  }
  const template = templateTables(podSchemas).map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => row.map(awake)),
  }));
  return [...projects, { sheets: template, scripts: {} }];
}

function gapless(rows: TableInput["rows"]): Plain[][] {
  const filled: Plain[][] = [];
  for (const { cells, line = filled.length + 1 } of rows) {
    while (filled.length < line - 1) filled.push([]);
    filled.push(cells.map((cell) => (typeof cell === "object" ? null : cell)));
  }
  return filled;
}

/** An example of the template becomes a row that counts. */
const awake = (cell: unknown): Plain =>
  typeof cell === "string" ? cell.replace(/^# /, "") : ((cell ?? null) as Plain);

const PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
const cells = fc.oneof(
  fc.constantFrom<Plain[]>(null, true, false, 0, 1, -1, 1.5, 1e21, 502, 65_536, 1_234.5),
  fc.constantFrom(
    "ja",
    "nein",
    "x",
    "wahr",
    "aus",
    "1,5",
    "1.234",
    "1.234,5",
    "1,234.5",
    "1e3",
    "-3",
    "12 000",
    "007",
    "main",
    "in",
    "out",
    "inout",
    "bool",
    "int",
    "float",
    "string",
    "json",
    "mqtt",
    "# weg",
    "_notiz",

    "127.0.0.1",
    "::1",
    "fe80::1%eth0",
    "1.2.3",
    "bücher.example",
    "a@bücher.example",
    "xmpp://h:1",
    "https://h/",

    "0=aus;1=an;*=?",
    '{"0":"aus"}',
    "a=b=c",
    "const.main.x",
    "mqtt.a.b",
    "DB1.DBX0.0",
    "1/2/3",
    "9.001",
    PEM,
    "Ä\u0308",
    "é",
    "😀",
    "a\nb",
    " rand ",
    "\u200e",
    "|",
    "a|b",
    "=1+1",
    "'x",
    "x".repeat(1_001),
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

type Edit = (project: Project) => void;
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(), fc.nat(), fc.nat(30), cells).map(
      ([sheet, row, column, value]): Edit =>
        (project) => {
          const found = at(at(project.sheets, sheet)?.rows ?? [], row);
          if (found) found[column] = value;
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()).map(
      ([sheet, row, other, column]): Edit =>
        (project) => {
          const rows = at(project.sheets, sheet)?.rows ?? [];
          const [found, from] = [at(rows, row), at(rows, other)];
          if (found && from)
            found[column % Math.max(1, from.length)] = from[column % Math.max(1, from.length)] ?? null;
        },
    ),
  },
  fc.tuple(fc.nat(), fc.nat()).map(
    ([sheet, row]): Edit =>
      (project) => {
        const rows = at(project.sheets, sheet)?.rows ?? [];
        rows.splice(row % Math.max(1, rows.length), 1);
      },
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(
    ([sheet, row, to]): Edit =>
      (project) => {
        const rows = at(project.sheets, sheet)?.rows ?? [];
        rows.splice(to % (rows.length + 1), 0, [...(at(rows, row) ?? [])]);
      },
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([sheet, column]): Edit =>
      (project) => {
        for (const row of at(project.sheets, sheet)?.rows ?? [])
          if (column % 12 < row.length) row.splice(column % 12, 1);
      },
  ),
  fc.nat().map(
    (sheet): Edit =>
      (project) =>
        void project.sheets.splice(sheet % Math.max(1, project.sheets.length), 1),
  ),
  fc.tuple(fc.nat(), fc.constantFrom("pods", "links", "MQTT ", "konstanten", "_x", "hilfe", "ping")).map(
    ([sheet, name]): Edit =>
      (project) => {
        const found = at(project.sheets, sheet);
        if (found && !project.sheets.some((other) => other.name.toLowerCase() === name.toLowerCase()))
          found.name = name;
      },
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([sheet, to]): Edit =>
      ({ sheets }) => {
        const [moved] = sheets.splice(sheet % Math.max(1, sheets.length), 1);
        if (moved) sheets.splice(to % (sheets.length + 1), 0, moved);
      },
  ),
  fc.constantFrom("x = ", "log('x')", "return 1", "end").map(
    (source): Edit =>
      ({ scripts }) => {
        scripts["neu.lua"] = source;
      },
  ),
);

export function editedProjects(projects: readonly Project[]): fc.Arbitrary<Project> {
  return fc.tuple(fc.nat(projects.length - 1), fc.array(edits, { maxLength: 8 })).map(([index, changes]) => {
    const project = structuredClone(projects[index] ?? { sheets: [], scripts: {} });
    for (const change of changes) change(project);
    for (const sheet of project.sheets)
      sheet.rows = sheet.rows.map((row) => Array.from(row, (cell) => cell ?? null));
    // A workbook has at least one sheet.
    if (project.sheets.length === 0) project.sheets.push({ name: "links", rows: [] });
    return project;
  });
}

/** What somebody would upload: a workbook, in an archive where there are scripts. */
export async function uploadOf({ sheets, scripts }: Project): Promise<{ name: string; bytes: Uint8Array }> {
  const tables: WorkbookTable[] = sheets.map(({ name, rows }) => ({ name, rows, plain: true }));
  const workbook = await writeWorkbook(tables);
  const files = Object.entries(scripts).map(([name, content]) => ({ name, content }));
  if (files.length === 0) return { name: NAME, bytes: workbook };
  return { name: "projekt.zip", bytes: await zipOf([{ name: NAME, content: workbook }, ...files]) };
}

const NAME = "projekt.xlsx";

export function inputOf({ sheets, scripts }: Project): TablesInput {
  return {
    name: Object.keys(scripts).length === 0 ? NAME : "projekt.zip",
    tables: sheets.map(({ name, rows }) => ({ name, file: NAME, rows: rows.map((row) => ({ cells: row })) })),
    scripts,
  };
}
