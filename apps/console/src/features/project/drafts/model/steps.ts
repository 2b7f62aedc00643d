/** What people do in the grid as operations of the draft. Rows and columns are given by where they stand in the view. */
import type { DraftCell, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { newId } from "../../../../lib/new-id.ts";
import { isSecret } from "./cells.ts";
import { cellAt, type TableView, tableKey } from "./table-view.ts";

export interface Write {
  /** Past the last row: a row that comes into being. */
  row: number;
  column: number;
  value: DraftCell;
}

/** Nothing where the cells are so already. */
export function writeOps(view: TableView, writes: readonly Write[]): DraftOperation[] {
  const { columns, rows, table } = view;
  const changed = writes.filter(
    ({ column, row, value }) =>
      columns[column] !== undefined && !sameCell(cellAt(rows[row], columns[column]), value),
  );
  const { ids, ops } = columnIds(
    view,
    new Set(changed.filter(({ value }) => value !== null).map(({ column }) => column)),
  );
  const cells: [string, string, DraftCell][] = [];
  const fresh = new Map<number, DraftRow>();
  for (const { column, row, value } of changed) {
    const id = ids.get(column) ?? columns[column]?.id;
    if (id === undefined) continue;
    const known = rows[row];
    if (known) cells.push([known.id, id, value]);
    else {
      const added = fresh.get(row) ?? { id: newId(), cells: {} };
      added.cells[id] = value;
      fresh.set(row, added);
    }
  }
  if (cells.length > 0) ops.push({ op: "set", table: table.id, cells });
  if (fresh.size > 0)
    ops.push({
      op: "insert",
      table: table.id,
      after: table.rows.at(-1)?.id ?? null,
      rows: [...fresh.keys()].toSorted((a, b) => a - b).map((row) => fresh.get(row) as DraftRow),
    });
  return ops;
}

/** Columns that are written into and that the draft has not yet. */
function columnIds(
  { columns, table }: TableView,
  written: ReadonlySet<number>,
): { ids: Map<number, string>; ops: DraftOperation[] } {
  const ids = new Map<number, string>();
  const ops: DraftOperation[] = [];
  let after: string | null = null;
  for (const [index, { id, name }] of columns.entries()) {
    if (id !== undefined) after = id;
    else if (written.has(index)) {
      const made = newId();
      ids.set(index, made);
      ops.push({ op: "addColumn", table: table.id, after, column: { id: made, name } });
      after = made;
    }
  }
  return { ids, ops };
}

export function sameCell(a: DraftCell, b: DraftCell): boolean {
  if (isSecret(a) && isSecret(b)) return a.secret === b.secret;
  return (a ?? "") === (b ?? "");
}

/** Empty rows before the one that stands at `at`. */
export function insertOps({ rows, table }: TableView, at: number, count: number): DraftOperation[] {
  const added = Array.from({ length: count }, (): DraftRow => ({ id: newId(), cells: {} }));
  const next = rows[at];
  const after = next ? before(table, next.id) : (table.rows.at(-1)?.id ?? null);
  return [{ op: "insert", table: table.id, after, rows: added }];
}

export function duplicateOps({ rows, table }: TableView, from: number, to: number): DraftOperation[] {
  const copied = rows.slice(from, to + 1);
  const last = copied.at(-1);
  if (!last) return [];
  const added = copied.map(({ cells }): DraftRow => ({ id: newId(), cells: { ...cells } }));
  return [{ op: "insert", table: table.id, after: last.id, rows: added }];
}

export function deleteOps({ rows, table }: TableView, from: number, to: number): DraftOperation[] {
  const gone = rows.slice(from, to + 1).map(({ id }) => id);
  return gone.length === 0 ? [] : [{ op: "delete", table: table.id, rows: gone }];
}

/** One up or down among the rows that are shown. */
export function moveOps({ rows, table }: TableView, from: number, to: number, by: -1 | 1): DraftOperation[] {
  const moved = rows.slice(from, to + 1).map(({ id }) => id);
  const beside = rows[by < 0 ? from - 1 : to + 1];
  if (moved.length === 0 || !beside) return [];
  const after = by > 0 ? beside.id : before(table, beside.id);
  return [{ op: "move", table: table.id, after, rows: moved }];
}

function before({ rows }: DraftTable, id: string): string | null {
  return rows[rows.findIndex((row) => row.id === id) - 1]?.id ?? null;
}

/** A new table with all columns that it needs. */
export function addTableOps(
  tables: readonly DraftTable[],
  name: string,
  columns: readonly string[],
): { id: string; ops: DraftOperation[] } {
  const id = newId();
  const table: DraftTable = {
    id,
    name,
    above: [],
    columns: columns.map((column) => ({ id: newId(), name: column })),
    rows: [],
  };
  const last = tables.findLast((one) => tableKey(one.name) !== name);
  return { id, ops: [{ op: "addTable", after: last?.id ?? null, table }] };
}
