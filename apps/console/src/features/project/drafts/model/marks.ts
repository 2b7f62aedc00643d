/** Errors and warnings by where they stand. */
import type { Mark } from "../../../../compiler/protocol.ts";

export interface Marks {
  all: readonly Mark[];
  errors: number;
  warnings: number;
  /** Of a cell: with the column's id. Of the row as a whole: without. */
  of: (row: string, column?: string) => readonly Mark[];
  /** Whether anything is wrong in a row. */
  has: (row: string) => boolean;
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
  const places = new Map<string, Mark[]>();
  const rows = new Map<string, Set<string>>();
  const marked = new Set<string>();
  const tables = new Map<string, Count>();
  for (const mark of all) {
    const { column = "", level, row, table } = mark;
    if (table === undefined) continue;
    const counts = tables.get(table) ?? { errors: 0, warnings: 0 };
    counts[level === "error" ? "errors" : "warnings"] += 1;
    tables.set(table, counts);
    if (row === undefined) continue;
    const place = `${row} ${column}`;
    const known = places.get(place);
    if (known) known.push(mark);
    else places.set(place, [mark]);
    const own = rows.get(table) ?? new Set();
    rows.set(table, own.add(row));
    marked.add(row);
  }
  const ofScripts = all.filter(({ script }) => script !== undefined);
  return {
    all,
    ...count(all),
    ofScript: (name) => ofScripts.filter(({ script }) => script === name),
    inScripts: count(ofScripts),
    of: (row, column = "") => places.get(`${row} ${column}`) ?? NONE,
    has: (row) => marked.has(row),
    rows: (table) => rows.get(table) ?? NO_ROWS,
    inTable: (table) => tables.get(table) ?? { errors: 0, warnings: 0 },
  };
}

function count(marks: readonly Mark[]): Count {
  const errors = marks.filter(({ level }) => level === "error").length;
  return { errors, warnings: marks.length - errors };
}
