/**
 * A table in its one form: columns in the template's order, cells without blanks around them, numbers as numbers, yes and no as
 * `ja` and `nein`. It means what it meant before, and arranged again it stays as it is. What the compiler would refuse stays as it is.
 */

import { parseCell } from "../check/parse-cell.ts";
import { headerAt, headerName, isComment } from "../check/table-view.ts";
import type { Column } from "../columns.ts";
import type { PodSchema } from "../pod-schema.ts";
import { type Cell, cellText, type TableRow, tableKey } from "../read/table.ts";
import { columnsOf, shapeOf } from "../table-columns.ts";
import { columnOfRow, floatText } from "./column-of-row.ts";
import type { TableInput, TableInputRow } from "./raw-of.ts";

export function arrange(table: TableInput, schemas: readonly PodSchema[]): TableInput {
  const formed = inOneForm(table, schemas);
  if (!formed) return table;
  const { at, names, order, rows } = formed;
  return { ...table, rows: inOrder(rows, at, orderOf(names, order)) };
}

/** The cells alone in their one form: rows and columns stay where they are, so that two versions of a table can be compared. */
export function arrangeCells(table: TableInput, schemas: readonly PodSchema[]): TableInput {
  return { ...table, rows: inOneForm(table, schemas)?.rows ?? table.rows };
}

function inOneForm(table: TableInput, schemas: readonly PodSchema[]) {
  const name = tableKey(table.name);
  const shape = shapeOf(name, schemas);
  const columns = columnsOf(name, schemas);
  const rows = asRows(table.rows);
  const at = shape ? headerAt(rows, shape) : 0;
  const header = rows[at];
  if (!shape || !columns || !header?.cells.some((cell) => shape.known.has(headerName(cell))))
    return undefined;
  const names = header.cells.map(headerName);
  const canonical = rows.map((row, index): TableRow => {
    if (index < at) return row;
    if (index === at)
      return { ...row, cells: row.cells.map((cell, i) => headerCell(cell, names[i] ?? "", shape.known)) };
    if (isComment(row)) return { ...row, cells: row.cells.map(trimmed) };
    const value = (column: string) => row.cells[names.indexOf(column)] ?? null;
    const cellOf = (cell: Cell, i: number) => {
      const column = columnOfRow(
        { table: name, column: names[i] ?? "", value, schemas, columns },
        table.pointIsDecimal === true,
      );
      // Of two columns of one name the first is read.
      const read = names.indexOf(names[i] ?? "") === i;
      return column && read ? written(cell, column, table.pointIsDecimal === true) : trimmed(cell);
    };
    return { ...row, cells: row.cells.map(cellOf) };
  });
  return { at, names, order: Object.keys(columns), rows: canonical };
}

function asRows(rows: readonly TableInputRow[]): TableRow[] {
  let line = 0;
  return rows.map((row) => {
    line = row.line ?? line + 1;
    return { line, cells: Array.from(row.cells, (cell) => cell ?? null) };
  });
}

function headerCell(cell: Cell, name: string, known: ReadonlySet<string>): Cell {
  return known.has(name) ? name : trimmed(cell);
}

function trimmed(cell: Cell): Cell {
  return typeof cell === "string" ? cell.trim().replaceAll("\r\n", "\n") || null : cell;
}

function written(cell: Cell, column: Column & { derived?: true }, pointIsDecimal: boolean): Cell {
  if (cell === null || typeof cell === "object" || (typeof cell === "string" && cell.trim() === ""))
    return trimmed(cell);
  let sound = true;
  const value = parseCell(cell, "", column, {
    pointIsDecimal,
    fail: () => {
      sound = false;
    },
    near: () => undefined,
  });
  if (!sound || value === undefined) return cell;
  if (typeof value === "boolean") return value ? "ja" : "nein";
  // Whole, but given as a number with a point: without one it would be taken for another type.
  return column.derived && column.kind === "float" ? floatText(value) : value;
}

/** New order of the cells: the columns that the table has, then those of others as they stood. */
function orderOf(names: readonly string[], wanted: readonly string[]): number[] {
  const rank = (name: string) => {
    const place = wanted.indexOf(name);
    return place === -1 ? wanted.length : place;
  };
  return [...names.keys()].sort((a, b) => rank(names[a] ?? "") - rank(names[b] ?? "") || a - b);
}

function inOrder(rows: readonly TableRow[], header: number, order: readonly number[]): TableRow[] {
  const moved = rows.map((row, index) => (index < header ? row : { ...row, cells: movedCells(row, order) }));
  // A row must not become a comment, or cease to be one, because another column comes first.
  const same = moved.every((row, index) => isComment(row) === isComment(rows[index] ?? row));
  return same ? moved : [...rows];
}

function movedCells(row: TableRow, order: readonly number[]): Cell[] {
  const { cells } = row;
  const moves = order.some((from, to) => from !== to);
  if (!moves || (isComment(row) && cells.filter((cell) => cell !== null).length < 2)) return cells;
  const [first] = cells;
  const mark = isComment(row) && typeof first === "string" ? /^\s*#\s*/.exec(first)?.[0] : undefined;
  const bare = mark === undefined ? cells : [cellText(first).slice(mark.length) || null, ...cells.slice(1)];
  const moved = [...order.map((from) => bare[from] ?? null), ...bare.slice(order.length)];
  if (mark !== undefined) moved[0] = `# ${cellText(moved[0])}`.trim();
  while (moved.length > 0 && (moved.at(-1) ?? null) === null) moved.pop();
  return moved;
}
