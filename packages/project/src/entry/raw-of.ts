/** Tables as data, handed over as the readers of workbooks and CSV files hand them over. */
import type { ReadCells, RowMemo } from "../check/row-memo.ts";
import { Budget, ReadProblem } from "../read/budget.ts";
import { READ_LIMITS } from "../read/limits.ts";
import type { Cell, RawProject, SheetTable, TableRow } from "../read/table.ts";
import type { Report } from "../report.ts";

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

/** Undefined for more than is read. */
export function rawOf(input: TablesInput, report: Report, memo?: RowMemo): RawProject | undefined {
  const { name = "" } = input;
  const budget = new Budget();
  try {
    return {
      tables: input.tables.map((table) => asRead(table, table.file ?? name, budget, memo)),
      scripts: new Map(Object.entries(input.scripts ?? {})),
      names: [],
      incomplete: false,
    };
  } catch (error) {
    if (!(error instanceof ReadProblem)) throw error;
    report.add(error.kind, { file: name }, error.parameters);
    return undefined;
  }
}

/** As the readers of workbooks and CSV files hand tables over. */
function asRead(table: TableInput, file: string, budget: Budget, memo: RowMemo | undefined): SheetTable {
  const { hidden = false, mergedAcross = [], name, pointIsDecimal = false } = table;
  budget.table(name);
  const rows: TableRow[] = [];
  let line = 0;
  for (const row of table.rows) {
    line = row.line ?? line + 1;
    const read = memo ? memo.asRead(row.cells, readCells) : readCells(row.cells);
    const { cells, characters } = read;
    if (cells.length === 0) continue;
    if (cells.length > READ_LIMITS.columns) throw new ReadProblem("tooManyCells", {});
    budget.row(cells.length);
    budget.text(characters);
    rows.push(memo ? { line, cells, memory: read } : { line, cells });
  }
  return { file, name, hidden, rows, pointIsDecimal, mergedAcross };
}

function readCells(given: readonly Cell[]): ReadCells {
  const cells = Array.from(given, (cell) =>
    typeof cell === "string" && cell.trim() === "" ? null : (cell ?? null),
  );
  while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop();
  const characters = cells.reduce<number>(
    (all, cell) => all + (typeof cell === "string" ? cell.length : 0),
    0,
  );
  return { cells, characters };
}
