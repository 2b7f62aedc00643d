/** A table by the names of its columns, as two versions of a project have them in common; ids are those of one document. */
import type { DraftCell, DraftRow, DraftTable } from "@hubwart/contract";

/** What tells a row from all others of its table: the parts of its key. Undefined for comments, and as long as a part is missing. */
export type KeyOf = (table: string, cell: (column: string) => string) => readonly string[] | undefined;

export interface Grid {
  table: DraftTable;
  /** By name, in the table's order: the column's id. */
  columns: ReadonlyMap<string, string>;
}

/** How tables and columns are looked up. */
export const nameKey = (name: string): string => name.normalize("NFC").trim().toLowerCase();

/** Items by name; of several with one name each has its own. */
export function byName<T extends { name: string }>(items: readonly T[]): Map<string, T> {
  const named = new Map<string, T>();
  for (const item of items) {
    const key = nameKey(item.name);
    let own = key;
    for (let n = 2; named.has(own); n++) own = `${key} ${n}`;
    named.set(own, item);
  }
  return named;
}

export function gridOf(table: DraftTable): Grid {
  return { table, columns: new Map([...byName(table.columns)].map(([name, { id }]) => [name, id])) };
}

export function cellOf({ columns }: Grid, row: DraftRow | undefined, column: string): DraftCell {
  const id = columns.get(column);
  return (id === undefined ? undefined : row?.cells[id]) ?? null;
}

export function sameCell(a: DraftCell, b: DraftCell): boolean {
  if (isSecret(a) && isSecret(b)) return a.secret === b.secret;
  return (a ?? "") === (b ?? "");
}

export function isSecret(cell: DraftCell): cell is { secret: string } {
  return typeof cell === "object" && cell !== null;
}

/** Filled cells by the names of their columns. */
export function filled(grid: Grid, row: DraftRow): Map<string, DraftCell> {
  const cells = new Map<string, DraftCell>();
  for (const [name, id] of grid.columns) {
    const cell = row.cells[id] ?? null;
    if (cell !== null && cell !== "") cells.set(name, cell);
  }
  return cells;
}

export function sameRow(a: Grid, rowA: DraftRow, b: Grid, rowB: DraftRow): boolean {
  const [cellsA, cellsB] = [filled(a, rowA), filled(b, rowB)];
  return (
    cellsA.size === cellsB.size &&
    [...cellsA].every(([name, cell]) => sameCell(cell, cellsB.get(name) ?? null))
  );
}

export const text = (cell: DraftCell): string => (cell === null || isSecret(cell) ? "" : String(cell).trim());

export function keyParts(grid: Grid, row: DraftRow, keyOf: KeyOf): readonly string[] | undefined {
  const [first] = grid.columns.keys();
  if (first !== undefined && text(cellOf(grid, row, first)).startsWith("#")) return undefined;
  return keyOf(nameKey(grid.table.name), (column) => text(cellOf(grid, row, column)));
}
