/** A draft as the compiler takes tables, and the way back from where an error stands. */
import type { DraftCell, DraftDocument, DraftTable } from "@hubwart/contract";

type Plain = string | number | boolean | null;

interface PlainTable {
  name: string;
  rows: { cells: Plain[] }[];
}

/** @param secret what stands for a password: the device's own, or in the browser anything that is not empty */
export function tablesOfDraft(
  document: DraftDocument,
  secret: (ref: string, table: DraftTable, column: string) => Plain,
): { tables: PlainTable[]; scripts: Record<string, string> } {
  const tables = document.tables.map((table) => {
    const plain = (cell: DraftCell | undefined, column: string): Plain =>
      typeof cell === "object" && cell !== null ? secret(cell.secret, table, column) : (cell ?? null);
    return {
      name: table.name,
      rows: [
        ...table.above.map((cells) => ({ cells: cells.map((cell) => plain(cell, "")) })),
        { cells: table.columns.map(({ name }) => name as Plain) },
        ...table.rows.map(({ cells }) => ({
          cells: table.columns.map(({ id, name }) => plain(cells[id], name)),
        })),
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
