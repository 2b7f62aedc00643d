/** Where an error stands, by number: what an editor marks. */

import { HEADER_WITHIN, headerAt, headerName } from "../check/table-view.ts";
import type { ProjectError } from "../project-error.ts";
import { type TableRow, tableKey } from "../read/table.ts";
import { refText } from "../report.ts";
import { shapeIn, type Vocabulary } from "../vocabulary.ts";
import type { TableInput, TablesInput } from "./raw-of.ts";

export interface LocatedError {
  error: ProjectError;
  /** Index among the tables; absent for what is said of the whole, or of a script. */
  table?: number;
  /** Index among its rows; absent for what is said of the table. */
  row?: number;
  /** Index of the cell; absent for what is said of the row. */
  column?: number;
}

export function locate(
  errors: readonly ProjectError[],
  input: TablesInput,
  vocabulary: Vocabulary,
): LocatedError[] {
  const known = new Map<string, Located>();
  for (const [index, table] of input.tables.entries()) {
    const ref = refText({ file: table.file ?? input.name ?? "", table: table.name });
    if (!known.has(ref)) known.set(ref, { index, table });
  }
  return errors.map((error) => {
    const cut = error.Ref.lastIndexOf("|") + 1;
    const found = known.get(error.Ref.slice(0, cut));
    if (!found) return { error };
    const row = rowAt(found, Number(error.Ref.slice(cut)));
    const column = columnsOf(found, vocabulary).get(error.Attribute) ?? valueColumn(found, error, vocabulary);
    return {
      error,
      table: found.index,
      ...(row === undefined ? {} : { row }),
      ...(row === undefined || column === undefined ? {} : { column }),
    };
  });
}

interface Located {
  index: number;
  table: TableInput;
  /** No row has a line of its own: the first is line 1. */
  counted?: boolean;
  /** By line otherwise; made for the first error of a table. */
  rows?: ReadonlyMap<number, number>;
  columns?: ReadonlyMap<string, number>;
}

function rowAt(located: Located, line: number): number | undefined {
  const { rows } = located.table;
  located.counted ??= rows.every((row) => row.line === undefined);
  if (located.counted) return line >= 1 && line <= rows.length ? line - 1 : undefined;
  let last = 0;
  located.rows ??= new Map(
    rows.map((row, index) => {
      last = row.line ?? last + 1;
      return [last, index];
    }),
  );
  return located.rows.get(line);
}

function columnsOf(located: Located, vocabulary: Vocabulary): ReadonlyMap<string, number> {
  if (located.columns) return located.columns;
  const columns = new Map<string, number>();
  const { name, rows } = located.table;
  const shape = shapeIn(vocabulary, tableKey(name));
  const filled: TableRow[] = [];
  for (const { cells } of rows) {
    if (filled.length === HEADER_WITHIN) break;
    if (cells.some((cell) => (cell ?? "") !== "")) filled.push({ line: 0, cells: [...cells] });
  }
  const header = shape && filled[headerAt(filled, shape)];
  for (const [index, cell] of (header?.cells ?? []).entries()) {
    const column = headerName(cell);
    if (column !== "" && !columns.has(column)) columns.set(column, index);
  }
  located.columns = columns;
  return columns;
}

/** What is said of a key of the table `project` is said of its value. */
function valueColumn(
  located: Located,
  { Attribute }: ProjectError,
  vocabulary: Vocabulary,
): number | undefined {
  if (tableKey(located.table.name) !== "project" || Attribute === "") return undefined;
  return columnsOf(located, vocabulary).get("value");
}
