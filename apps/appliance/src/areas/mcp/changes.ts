/** Rows as a program gives them, as operations on a draft: found by their key, changed, added or removed. */
import type { DraftCell, DraftDocument, DraftOperation, DraftTable } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { rowKey } from "@hubwart/project";
import { texts } from "./texts.ts";

export type Cells = Record<string, string | number | boolean | null>;
export interface TableChange {
  table: string;
  /** Added, or changed where a row has the same key; null empties a cell. */
  rows?: Cells[] | undefined;
  /** Rows to remove, by the columns of their key. */
  remove?: Cells[] | undefined;
}

const alike = (text: string): string => text.trim().toLowerCase();

/** @param nextId gives ids that are in no draft yet */
export function operationsOf(
  document: DraftDocument,
  changes: readonly TableChange[],
  nextId: () => string,
): DraftOperation[] {
  const tables = new Map(document.tables.map((table) => [alike(table.name), table]));
  const grids = new Map<string, Grid>();
  let last = document.tables.at(-1)?.id ?? null;
  const gridOf = (given: string): Grid => {
    const found = tables.get(alike(given));
    if (found) return new Grid(found, nextId, []);
    const table = { id: nextId(), name: given.trim(), above: [], columns: [], rows: [] };
    const op = { op: "addTable" as const, after: last, table: { ...table } };
    last = table.id;
    return new Grid(table, nextId, [op]);
  };
  changes.forEach((change, at) => {
    // A table that is named twice is one: the second part finds the rows of the first.
    const grid = grids.get(alike(change.table)) ?? gridOf(change.table);
    grids.set(alike(change.table), grid);
    for (const cells of change.rows ?? []) grid.put(cells);
    for (const cells of change.remove ?? []) grid.remove(cells, `changes.${at}.remove`);
  });
  return [...grids.values()].flatMap((grid) => grid.operations());
}

class Grid {
  readonly #table: DraftTable;
  readonly #nextId: () => string;
  readonly #ops: DraftOperation[];
  readonly #columns: Map<string, string>;
  readonly #rows = new Map<string, string>();
  readonly #set: [string, string, DraftCell][] = [];
  #added: { id: string; cells: Record<string, DraftCell> }[] = [];
  readonly #gone: string[] = [];
  #last: string | null;

  /** @param ops that come first */
  constructor(table: DraftTable, nextId: () => string, ops: DraftOperation[]) {
    this.#table = table;
    this.#nextId = nextId;
    this.#ops = ops;
    this.#columns = new Map(table.columns.map(({ id, name }) => [alike(name), id]));
    this.#last = table.columns.at(-1)?.id ?? null;
    for (const { cells, id } of table.rows) {
      const key = this.#key((column) => textOf(cells[this.#columns.get(alike(column)) ?? ""] ?? null));
      if (key !== undefined) this.#rows.set(key, id);
    }
  }

  put(given: Cells): void {
    const key = this.#keyOf(given);
    const row = key === undefined ? undefined : this.#rows.get(key);
    const cells = Object.entries(given).map(([name, value]) => [this.#column(name), value] as const);
    if (row !== undefined) {
      const fresh = this.#added.find(({ id }) => id === row);
      if (fresh) Object.assign(fresh.cells, filled(cells));
      else
        this.#set.push(...cells.map(([column, value]): [string, string, DraftCell] => [row, column, value]));
      return;
    }
    const id = this.#nextId();
    this.#added.push({ id, cells: filled(cells) });
    if (key !== undefined) this.#rows.set(key, id);
  }

  /** @param field of the input. @throws InvalidInputError where there is no such row */
  remove(given: Cells, field: string): void {
    const key = this.#keyOf(given);
    const row = key === undefined ? undefined : this.#rows.get(key);
    if (key === undefined || row === undefined) {
      const message = texts.noSuchRow(this.#table.name, JSON.stringify(given));
      throw new InvalidInputError([{ field, message }]);
    }
    this.#rows.delete(key);
    const left = this.#added.filter(({ id }) => id !== row);
    if (left.length === this.#added.length) this.#gone.push(row);
    this.#added = left;
  }

  operations(): DraftOperation[] {
    const { id: table, rows } = this.#table;
    return [
      ...this.#ops,
      ...(this.#set.length > 0 ? [{ op: "set" as const, table, cells: this.#set }] : []),
      ...(this.#added.length > 0
        ? [{ op: "insert" as const, table, after: rows.at(-1)?.id ?? null, rows: this.#added }]
        : []),
      ...(this.#gone.length > 0 ? [{ op: "delete" as const, table, rows: this.#gone }] : []),
    ];
  }

  /** The id of the column; a new one where the table has none of that name. */
  #column(name: string): string {
    const known = this.#columns.get(alike(name));
    if (known !== undefined) return known;
    const id = this.#nextId();
    const column = { id, name: name.trim() };
    this.#ops.push({ op: "addColumn", table: this.#table.id, after: this.#last, column });
    this.#columns.set(alike(name), id);
    this.#last = id;
    return id;
  }

  #keyOf(given: Cells): string | undefined {
    const cells = new Map(Object.entries(given).map(([name, value]) => [alike(name), value]));
    return this.#key((column) => textOf(cells.get(alike(column)) ?? null));
  }

  #key(cell: (column: string) => string): string | undefined {
    const parts = rowKey(alike(this.#table.name), cell);
    return parts && JSON.stringify(parts);
  }
}

const textOf = (cell: DraftCell): string =>
  cell === null || typeof cell === "object" ? "" : String(cell).trim();
const filled = (cells: readonly (readonly [string, DraftCell])[]): Record<string, DraftCell> =>
  Object.fromEntries(cells.filter(([, value]) => value !== null && value !== ""));
