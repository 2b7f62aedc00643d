/** A draft as the compiler takes tables, and the way back from where an error stands. */
import type { DraftCell, DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";

type Plain = string | number | boolean | null;

interface PlainTable {
  name: string;
  rows: PlainRow[];
}

interface PlainRow {
  cells: Plain[];
}

/** Rows as they were last made; those of a table whose columns or row changed are made anew. */
export type PlainRows = WeakMap<DraftRow, { columns: DraftTable["columns"]; row: PlainRow }>;

/**
 * @param secret what stands for a password: the device's own, or in the browser anything that is not empty
 * @param rows of an earlier call with the same `secret`, which gives the same objects for the same rows then
 */
export function tablesOfDraft(
  document: DraftDocument,
  secret: (ref: string, table: DraftTable, column: string) => Plain,
  rows?: PlainRows,
): { tables: PlainTable[]; scripts: Record<string, string> } {
  const tables = document.tables.map((table) => {
    const plain = (cell: DraftCell | undefined, column: string): Plain =>
      typeof cell === "object" && cell !== null ? secret(cell.secret, table, column) : (cell ?? null);
    return {
      name: table.name,
      rows: [
        ...table.above.map((cells) => ({ cells: cells.map((cell) => plain(cell, "")) })),
        { cells: table.columns.map(({ name }) => name as Plain) },
        ...table.rows.map((row) => {
          const known = rows?.get(row);
          if (known?.columns === table.columns) return known.row;
          const made = { cells: table.columns.map(({ id, name }) => plain(row.cells[id], name)) };
          rows?.set(row, { columns: table.columns, row: made });
          return made;
        }),
      ],
    };
  });
  return { tables, scripts: document.scripts };
}

export interface Placed {
  table: string;
  /** Absent for what is said of the table or its header. */
  row?: string;
  column?: string;
}

/** By the indices of `locate` over the tables of `tablesOfDraft`. */
export function placeOfCell(
  document: DraftDocument,
  at: { table?: number; row?: number; column?: number },
): Placed | undefined {
  const table = document.tables[at.table ?? -1];
  if (!table) return undefined;
  const row = at.row === undefined ? undefined : table.rows[at.row - table.above.length - 1];
  const column = table.columns[at.column ?? -1];
  return {
    table: table.id,
    ...(row ? { row: row.id } : {}),
    ...(column ? { column: column.id } : {}),
  };
}
