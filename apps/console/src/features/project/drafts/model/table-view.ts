/**
 * A table as it is shown: its columns, those that it could have beside them, and its rows. A column that the draft has not yet comes into
 * being with the first cell that is written into it.
 */
import type { DraftCell, DraftRow, DraftTable } from "@hubwart/contract";
import type { ColumnInfo, TableInfo } from "../../../../compiler/protocol.ts";
import { cellText, isEmpty } from "./cells.ts";

export interface ShownColumn {
  /** Of the draft; undefined for one that it has not yet. */
  id: string | undefined;
  /** Stays while the table is shown. */
  key: string;
  name: string;
  info: ColumnInfo | undefined;
  /** px */
  width: number;
}

export interface TableView {
  table: DraftTable;
  info: TableInfo | undefined;
  columns: readonly ShownColumn[];
  /** Columns that stay in sight. */
  frozen: number;
  rows: readonly DraftRow[];
}

const SAMPLE = 200;
const WIDTHS = { least: 88, most: 320, letter: 8.4, heading: 10, needed: 14, padding: 26 };
/** Column up to which a table stays in sight. */
const NAMES = new Set(["channel", "id", "key", "source"]);
const FROZEN_MOST = 3;

export const tableKey = (name: string): string => name.normalize("NFC").trim().toLowerCase();

export function viewOf(
  table: DraftTable,
  infos: readonly TableInfo[],
  rows: readonly DraftRow[] = table.rows,
): TableView {
  const info = infos.find(({ name }) => name === tableKey(table.name));
  const columns = columnsOf(table, info);
  const named = columns.findIndex(({ name }) => NAMES.has(name));
  return { table, info, columns, frozen: named >= 0 && named < FROZEN_MOST ? named + 1 : 1, rows };
}

function columnsOf(table: DraftTable, info: TableInfo | undefined): ShownColumn[] {
  const kinds = kindsIn(table, info);
  const known = new Map(info?.columns.map((column) => [column.name, column]));
  const filled = filledColumns(table);
  const own = table.columns.map(({ id, name }) => {
    const info = known.get(tableKey(name));
    known.delete(tableKey(name));
    const used = !info || filled.has(id) || isUsed(info, kinds);
    return { column: { id, key: id, name, info, width: widthOf(table, id, name, info) }, used };
  });
  const shown = own.flatMap(({ column, used }): ShownColumn[] => (used ? [column] : []));
  // Where the template has them: behind the nearest one before it that is shown.
  const order = info?.columns.map(({ name }) => name) ?? [];
  for (const [name, column] of known) {
    if (!isUsed(column, kinds)) continue;
    const before = new Set(order.slice(0, order.indexOf(name)));
    const at = shown.findLastIndex((one) => before.has(tableKey(one.name))) + 1;
    const width = widthOf(table, "", name, column);
    shown.splice(at, 0, { id: undefined, key: `+${name}`, name, info: column, width });
  }
  return shown;
}

const isUsed = ({ byKind }: ColumnInfo, kinds: ReadonlySet<string>): boolean =>
  byKind === undefined || Object.keys(byKind).some((kind) => kinds.has(kind));

function kindsIn(table: DraftTable, info: TableInfo | undefined): Set<string> {
  const kinds = new Set<string>();
  if (!info?.kindFrom) return kinds;
  const read = kindReader(table, info);
  for (const row of table.rows) kinds.add(read(row));
  return kinds;
}

function filledColumns({ columns, rows }: DraftTable): Set<string> {
  const filled = new Set<string>();
  for (const { cells } of rows) {
    if (filled.size === columns.length) break;
    for (const id in cells) filled.add(id);
  }
  return filled;
}

/** Tells pod type or key of a row. */
function kindReader({ columns }: DraftTable, info: TableInfo): (row: DraftRow | undefined) => string {
  const { column = "", part = "whole" } = info.kindFrom ?? {};
  const id = columns.find(({ name }) => tableKey(name) === column)?.id ?? "";
  return (row) => {
    const text = cellText(row?.cells[id]).trim();
    return part === "type" ? (text.split(".", 1)[0] ?? "") : text.toLowerCase();
  };
}

/** What a cell is; undefined where the row does not use the column, or nothing is known of it. */
export function infoOfCell(
  view: TableView,
  row: DraftRow | undefined,
  column: ShownColumn,
): ColumnInfo | undefined {
  return infoOfKind(column, kindOfRow(view, row));
}

/** Pod type or key of a row; "" where it has none. */
export const kindOfRow = ({ info, table }: TableView, row: DraftRow | undefined): string =>
  info ? kindReader(table, info)(row) : "";

export function infoOfKind({ info }: ShownColumn, kind: string): ColumnInfo | undefined {
  if (!info?.byKind || kind === "") return info;
  return Object.hasOwn(info.byKind, kind) ? info.byKind[kind] : undefined;
}

/** Greyed: the kind of the row has no such column. */
export const isUnused = (view: TableView, row: DraftRow | undefined, column: ShownColumn): boolean =>
  column.info !== undefined && infoOfCell(view, row, column) === undefined;

export const cellAt = (row: DraftRow | undefined, column: ShownColumn | undefined): DraftCell =>
  (column?.id === undefined ? null : row?.cells[column.id]) ?? null;

/** A row for people, which the compiler does not read. */
export function isComment({ columns: [first] }: DraftTable, row: DraftRow | undefined): boolean {
  const cell = first && row?.cells[first.id];
  return typeof cell === "string" && cell.trimStart().startsWith("#");
}

function widthOf({ rows }: DraftTable, id: string, name: string, info: ColumnInfo | undefined): number {
  const heading = name.length * WIDTHS.heading + (info?.required ? WIDTHS.needed : 0);
  let longest = info?.preset?.length ?? 0;
  for (const { cells } of rows.slice(0, SAMPLE)) {
    const cell = cells[id];
    if (!isEmpty(cell)) longest = Math.max(longest, cellText(cell).length);
  }
  const wanted = Math.max(heading, longest * WIDTHS.letter) + WIDTHS.padding;
  return Math.round(Math.min(WIDTHS.most, Math.max(WIDTHS.least, wanted)));
}
