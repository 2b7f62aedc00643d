/**
 * The rows of a table while several operations put them in order. Each takes as long as its own rows, not as the table: thousands of them
 * in one step are common where rows come back that stood here and there. A single one is quicker without
 * (`apply.ts`): 10 to 28 ms with 100,000 rows, where this takes 65.
 */
import type { DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { DraftFault } from "./fault.ts";

const KINDS = ["insert", "delete", "move"] as const;
export type RowOperation = Extract<DraftOperation, { op: (typeof KINDS)[number] }>;

export const isOfRows = (op: DraftOperation): op is RowOperation => KINDS.some((kind) => kind === op.op);

/** Operations that are applied at once: several in a row that put the rows of one table in order, or a single one. */
export function* inGroups(ops: readonly DraftOperation[]): Generator<readonly DraftOperation[]> {
  for (let from = 0; from < ops.length; ) {
    const first = ops[from] as DraftOperation;
    let to = from + 1;
    if (isOfRows(first))
      for (let next = ops[to]; next && isOfRows(next) && next.table === first.table; next = ops[to]) to += 1;
    yield ops.slice(from, to);
    from = to;
  }
}

/** @returns the table afterwards, and what leads back, in the order in which it is to be done. @throws DraftFault */
export function applyToRows(
  table: DraftTable,
  ops: readonly RowOperation[],
): { table: DraftTable; inverse: DraftOperation[] } {
  const order = new RowOrder(table);
  const inverses = ops.map((op) => order.apply(op));
  return { table: { ...table, rows: order.rows() }, inverse: inverses.toReversed().flat() };
}

/** A row between its neighbours; the first of all stands for the beginning. */
interface Place {
  row: DraftRow | undefined;
  before: Place | undefined;
  next: Place | undefined;
}

class RowOrder {
  readonly #table: string;
  readonly #columns: ReadonlySet<string>;
  readonly #beginning: Place = { row: undefined, before: undefined, next: undefined };
  readonly #places = new Map<string, Place>();

  constructor({ columns, id, rows }: DraftTable) {
    this.#table = id;
    this.#columns = new Set(columns.map((column) => column.id));
    this.#put(rows, this.#beginning);
  }

  rows(): DraftRow[] {
    const rows: DraftRow[] = [];
    for (let place = this.#beginning.next; place; place = place.next) if (place.row) rows.push(place.row);
    return rows;
  }

  apply(op: RowOperation): DraftOperation[] {
    const table = this.#table;
    switch (op.op) {
      case "insert": {
        const behind = this.#behind(op.after);
        for (const { cells } of op.rows)
          for (const column of Object.keys(cells))
            if (!this.#columns.has(column)) throw new DraftFault("unknown", `column ${column}`);
        this.#put(op.rows.map(bare), behind);
        return [{ op: "delete", table, rows: op.rows.map(({ id }) => id) }];
      }
      case "delete":
        return this.#taken(op.rows).map(({ after, rows }) => ({ op: "insert", table, after, rows }));
      case "move": {
        const rows = op.rows.map((id) => this.#at(id).row as DraftRow);
        const taken = this.#taken(op.rows);
        // Rows that are moved keep the order in which they are named.
        this.#put(rows, this.#behind(op.after));
        return taken.map(({ after, rows: run }) => ({
          op: "move",
          table,
          after,
          rows: run.map(({ id }) => id),
        }));
      }
    }
  }

  #put(rows: readonly DraftRow[], behind: Place): void {
    const { next } = behind;
    let last = behind;
    for (const row of rows) {
      if (this.#places.has(row.id)) throw new DraftFault("twice", `row ${row.id}`);
      const place: Place = { row, before: last, next: undefined };
      last.next = place;
      this.#places.set(row.id, place);
      last = place;
    }
    last.next = next;
    if (next) next.before = last;
  }

  /** Takes rows out. @returns those that followed one another, with the row before them */
  #taken(ids: readonly string[]): { after: string | null; rows: DraftRow[] }[] {
    const places = new Set(ids.map((id) => this.#at(id)));
    if (places.size < ids.length) throw new DraftFault("twice", "row");
    const runs: { after: string | null; rows: DraftRow[] }[] = [];
    for (const place of places) {
      const { before } = place;
      if (!before || places.has(before)) continue;
      const rows: DraftRow[] = [];
      let next: Place | undefined = place;
      for (; next && places.has(next); next = next.next) if (next.row) rows.push(next.row);
      runs.push({ after: before.row?.id ?? null, rows });
      before.next = next;
      if (next) next.before = before;
    }
    for (const id of ids) this.#places.delete(id);
    return runs;
  }

  #at(id: string): Place {
    const place = this.#places.get(id);
    if (!place) throw new DraftFault("unknown", `row ${id}`);
    return place;
  }

  #behind = (after: string | null): Place => (after === null ? this.#beginning : this.#at(after));
}

/** Empty cells are left out, so that the same content is the same record. */
export function bare({ id, cells }: DraftRow): DraftRow {
  return {
    id,
    cells: Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null && cell !== "")),
  };
}
