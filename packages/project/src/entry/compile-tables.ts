/** Tables as data → compiled project, hash, errors and warnings: for an editor, beside the device's reading of workbooks. */
import { type CompileOptions, compileRaw, NOTHING } from "../compile-raw.ts";
import type { CompileResult } from "../compile-result.ts";
import { Budget, ReadProblem } from "../read/budget.ts";
import { READ_LIMITS } from "../read/limits.ts";
import type { Cell, RawProject, SheetTable, TableRow } from "../read/table.ts";
import { Report } from "../report.ts";

export interface TableInput {
  name: string;
  /** Of the upload it came from, as errors name it; the name of the project's input without it. */
  file?: string;
  /** The header is among them, as in a sheet. A row without a line of its own stands one below the one before it. */
  rows: readonly TableInputRow[];
  hidden?: boolean;
  /** A lone dot in a number is surely the decimal point (comma-separated text). */
  pointIsDecimal?: boolean;
  mergedAcross?: SheetTable["mergedAcross"];
}

export interface TableInputRow {
  /** 1-based, as a spreadsheet shows it. */
  line?: number;
  /** Empty texts are empty cells. */
  cells: readonly Cell[];
}

export interface TablesInput {
  /** Name of the whole, for what no table can be blamed for. */
  name?: string;
  tables: readonly TableInput[];
  /** Lua sources by file name. */
  scripts?: Readonly<Record<string, string>>;
}

/** Nothing of `input` is changed or kept. Never throws for what stands in it. */
export async function compileTables(input: TablesInput, options: CompileOptions): Promise<CompileResult> {
  const report = new Report();
  const { name = "" } = input;
  const raw: RawProject = {
    tables: [],
    scripts: new Map(Object.entries(input.scripts ?? {})),
    names: [],
    incomplete: false,
  };
  const budget = new Budget();
  try {
    for (const table of input.tables) raw.tables.push(asRead(table, table.file ?? name, budget));
  } catch (error) {
    if (!(error instanceof ReadProblem)) throw error;
    report.add(error.kind, { file: name }, error.parameters);
    return { ...NOTHING, errors: report.entries() };
  }
  return await compileRaw(raw, { report, upload: name }, options);
}

/** As the readers of workbooks and CSV files hand tables over. */
function asRead(table: TableInput, file: string, budget: Budget): SheetTable {
  const { hidden = false, mergedAcross = [], name, pointIsDecimal = false } = table;
  budget.table(name);
  const rows: TableRow[] = [];
  let line = 0;
  for (const row of table.rows) {
    line = row.line ?? line + 1;
    const cells = withoutEnd(row.cells);
    if (cells.length === 0) continue;
    if (cells.length > READ_LIMITS.columns) throw new ReadProblem("tooManyCells", {});
    budget.row(cells.length);
    for (const cell of cells) if (typeof cell === "string") budget.text(cell.length);
    rows.push({ line, cells });
  }
  return { file, name, hidden, rows, pointIsDecimal, mergedAcross };
}

function withoutEnd(cells: readonly Cell[]): Cell[] {
  const known = Array.from(cells, (cell) =>
    typeof cell === "string" && cell.trim() === "" ? null : (cell ?? null),
  );
  while (known.length > 0 && (known.at(-1) ?? null) === null) known.pop();
  return known;
}
