/** What a draft has from the first, and what a new table of it has. */
import type { DraftDocument } from "@hubwart/contract";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import { isComment, tableKey } from "./table-view.ts";

export function hasPods({ tables }: DraftDocument): boolean {
  return tables
    .filter(({ name }) => tableKey(name) === "pods")
    .some((table) => table.rows.some((row) => !isComment(table, row) && Object.keys(row.cells).length > 0));
}

/** Columns that a new table has from the first. */
export function firstColumns({ columns }: TableInfo): string[] {
  const needed = columns.filter(({ required }) => required).map(({ name }) => name);
  return [...new Set([...columns.slice(0, 2).map(({ name }) => name), ...needed])];
}
