/**
 * Tables as an editor shows them: what stands above the header, the columns by their names, the rows below. Tables of one name, as several
 * files of an upload may bring them, become one.
 */
import { headerAt, headerName } from "../check/table-view.ts";
import type { PodSchema } from "../pod-schema.ts";
import { type Cell, cellText, type PlainCell, type TableRow, tableKey } from "../read/table.ts";
import { shapeOf } from "../table-columns.ts";
import type { TableInput } from "./raw-of.ts";

export interface Sheet {
  name: string;
  above: PlainCell[][];
  /** As the header says them. */
  columns: string[];
  /** By column. Empty rows set groups apart. */
  rows: PlainCell[][];
}

/** Of a larger gap between rows this much is left. */
const GAP = 3;

export function sheetsOf(tables: readonly TableInput[], schemas: readonly PodSchema[]): Sheet[] {
  const sheets = new Map<string, Sheet>();
  for (const table of tables) {
    const sheet = sheetOf(table, schemas);
    const key = tableKey(table.name);
    const before = sheets.get(key);
    if (before) append(before, sheet);
    else sheets.set(key, sheet);
  }
  return [...sheets.values()];
}

function sheetOf({ name, rows }: TableInput, schemas: readonly PodSchema[]): Sheet {
  const lines = withGaps(rows);
  const shape = shapeOf(tableKey(name), schemas);
  const filled = lines.filter(({ cells }) => cells.length > 0);
  const header = filled[shape ? headerAt(filled, shape) : 0];
  const at = header ? lines.indexOf(header) : 0;
  const below = lines.slice(at + 1);
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), header?.cells.length ?? 0);
  return {
    name: name.trim(),
    above: lines.slice(0, at).map(({ cells }) => cells.map(plain)),
    columns: Array.from({ length: width }, (_, index) => cellText(header?.cells[index])),
    rows: below.map(({ cells }) => cells.map(plain)),
  };
}

function withGaps(rows: TableInput["rows"]): TableRow[] {
  const lines: TableRow[] = [];
  let last = 0;
  for (const row of rows) {
    const line = row.line ?? last + 1;
    for (let gap = Math.min(GAP, line - last - 1); gap > 0; gap--) lines.push({ line: 0, cells: [] });
    lines.push({ line, cells: Array.from(row.cells, (cell) => cell ?? null) });
    last = line;
  }
  return lines;
}

/** Columns of one name are one; its own ones come behind. */
function append(sheet: Sheet, more: Sheet): void {
  const places = more.columns.map((column) => {
    const known = sheet.columns.findIndex((other) => headerName(other) === headerName(column));
    return known === -1 ? sheet.columns.push(column) - 1 : known;
  });
  for (const cells of [...more.above, ...more.rows]) {
    const row: PlainCell[] = Array.from({ length: sheet.columns.length }, () => null);
    for (const [index, cell] of cells.entries()) row[places[index] ?? index] = cell;
    sheet.rows.push(row);
  }
}

function plain(cell: Cell): PlainCell {
  if (typeof cell !== "object" || cell === null) return cell;
  return cell.odd === "formula" ? plain(cell.value) : cell.text;
}
