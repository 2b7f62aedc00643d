/** Tables as data, handed over as the readers of workbooks and CSV files hand them over. */
import type { ReadCells, ReadTable, RowMemo } from "../check/row-memo.ts";
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
      tables: input.tables.map((table, place) => asRead(table, table.file ?? name, budget, { memo, place })),
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
function asRead(
  table: TableInput,
  file: string,
  budget: Budget,
  { memo, place }: { memo: RowMemo | undefined; place: number },
): SheetTable {
  const { hidden = false, mergedAcross = [], name, pointIsDecimal = false } = table;
  budget.table(name);
  const before = memo?.tables[place];
  const now = copyOf(before, table.rows.length);
  const rows: TableRow[] = [];
  let [most, cells, characters] = [0, 0, 0];
  for (let at = 0; at < table.rows.length; at += 1) {
    const row = table.rows[at] as TableInputRow;
    // The very row of before is not looked at.
    if (now.given[at] !== row || now.lines[at - 1] !== before?.lines[at - 1]) readRow(row, at, now, memo);
    const width = now.widths[at] as number;
    if (width === 0) continue;
    if (width > most) most = width;
    cells += width;
    characters += now.characters[at] as number;
    rows.push(now.made[at] as TableRow);
  }
  if (most > READ_LIMITS.columns) throw new ReadProblem("tooManyCells", {});
  budget.rows(rows.length, cells);
  budget.text(characters);
  // Not of a table that was too much.
  if (memo) memo.tables[place] = now;
  return { file, name, hidden, rows, pointIsDecimal, mergedAcross, width: most };
}

/** Of at most so many rows. */
const copyOf = (table: ReadTable | undefined, rows: number): ReadTable => ({
  given: table?.given.slice(0, rows) ?? [],
  lines: table?.lines.slice(0, rows) ?? [],
  made: table?.made.slice(0, rows) ?? [],
  widths: table?.widths.slice(0, rows) ?? [],
  characters: table?.characters.slice(0, rows) ?? [],
});

function readRow(row: TableInputRow, at: number, now: ReadTable, memo: RowMemo | undefined): void {
  const line = row.line ?? (now.lines[at - 1] ?? 0) + 1;
  const stands = now.given[at]?.cells === row.cells && now.lines[at] === line;
  now.given[at] = row;
  if (stands) return;
  const read = memo ? memo.asRead(row.cells, readCells) : readCells(row.cells);
  now.lines[at] = line;
  now.made[at] = memo ? { line, cells: read.cells, memory: read } : { line, cells: read.cells };
  now.widths[at] = read.cells.length;
  now.characters[at] = read.characters;
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
