/** Errors and warnings by where they stand. */
import type { Mark } from "../../../../compiler/protocol.ts";

export interface Marks {
  all: readonly Mark[];
  errors: number;
  warnings: number;
  /** Of a row as a whole, and of its cells. */
  inRow: (row: string) => readonly Mark[];
  /** Rows of a table with something wrong. */
  rows: (table: string) => ReadonlySet<string>;
  /** How much is wrong in a table. */
  inTable: (table: string) => Count;
  ofScript: (name: string) => readonly Mark[];
  inScripts: Count;
}

interface Count {
  errors: number;
  warnings: number;
}

const NONE: readonly Mark[] = [];
const NO_ROWS: ReadonlySet<string> = new Set();

export function marksOf(all: readonly Mark[]): Marks {
  const inRows = new Map<string, Mark[]>();
  const rows = new Map<string, Set<string>>();
  const tables = new Map<string, Count>();
  for (const mark of all) {
    const { level, row, table } = mark;
    if (table === undefined) continue;
    const counts = tables.get(table) ?? { errors: 0, warnings: 0 };
    counts[level === "error" ? "errors" : "warnings"] += 1;
    tables.set(table, counts);
    if (row === undefined) continue;
    const known = inRows.get(row);
    if (known) known.push(mark);
    else inRows.set(row, [mark]);
    const own = rows.get(table) ?? new Set();
    rows.set(table, own.add(row));
  }
  const ofScripts = all.filter(({ script }) => script !== undefined);
  return {
    all,
    ...count(all),
    ofScript: (name) => ofScripts.filter(({ script }) => script === name),
    inScripts: count(ofScripts),
    inRow: (row) => inRows.get(row) ?? NONE,
    rows: (table) => rows.get(table) ?? NO_ROWS,
    inTable: (table) => tables.get(table) ?? { errors: 0, warnings: 0 },
  };
}

/** Of one cell of a row, by the column's id; of the row as a whole: without. */
export const ofCell = (inRow: readonly Mark[], column?: string): readonly Mark[] =>
  inRow.length === 0 ? inRow : inRow.filter((mark) => mark.column === column);

function count(marks: readonly Mark[]): Count {
  const errors = marks.filter(({ level }) => level === "error").length;
  return { errors, warnings: marks.length - errors };
}
