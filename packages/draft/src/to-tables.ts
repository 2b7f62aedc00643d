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

/** What was made of a draft before: what did not change since is the same object again. */
export class PlainTables {
  readonly #rows = new WeakMap<DraftRow, { columns: DraftTable["columns"]; row: PlainRow }>();
  readonly #tables = new WeakMap<DraftTable, PlainTable>();
  /** As it was last, by its id. */
  readonly #last = new Map<string, { table: DraftTable; rows: PlainRow[] }>();

  table(table: DraftTable, make: () => PlainTable): PlainTable {
    const known = this.#tables.get(table);
    if (known) return known;
    const made = make();
    this.#tables.set(table, made);
    return made;
  }

  rows(table: DraftTable, make: (row: DraftRow) => PlainRow): PlainRow[] {
    const last = this.#last.get(table.id);
    const before = last?.table.columns === table.columns ? last : undefined;
    // Most stand where they stood.
    const rows = table.rows.map((row, at) =>
      before?.table.rows[at] === row ? (before.rows[at] as PlainRow) : this.#row(row, table, make),
    );
    this.#last.set(table.id, { table, rows });
    return rows;
  }

  #row(row: DraftRow, { columns }: DraftTable, make: (row: DraftRow) => PlainRow): PlainRow {
    const known = this.#rows.get(row);
    if (known?.columns === columns) return known.row;
    const made = make(row);
    this.#rows.set(row, { columns, row: made });
    return made;
  }
}

/**
 * @param secret what stands for a password: the device's own, or in the browser anything that is not empty
 * @param before of earlier calls with the same `secret`
 */
export function tablesOfDraft(
  document: DraftDocument,
  secret: (ref: string, table: DraftTable, column: string) => Plain,
  before?: PlainTables,
): { tables: PlainTable[]; scripts: Record<string, string> } {
  const plain = (table: DraftTable): PlainTable => {
    const cell = (content: DraftCell | undefined, column: string): Plain =>
      typeof content === "object" && content !== null
        ? secret(content.secret, table, column)
        : (content ?? null);
    const make = (row: DraftRow): PlainRow => ({
      cells: table.columns.map(({ id, name }) => cell(row.cells[id], name)),
    });
    const above = [
      ...table.above.map((cells) => ({ cells: cells.map((content) => cell(content, "")) })),
      { cells: table.columns.map(({ name }) => name as Plain) },
    ];
    return {
      name: table.name,
      rows: above.concat(before ? before.rows(table, make) : table.rows.map(make)),
    };
  };
  const tables = document.tables.map((table) =>
    before ? before.table(table, () => plain(table)) : plain(table),
  );
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
