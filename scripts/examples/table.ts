import type { WorkbookTable } from "@hubwart/project/workbook";

type Cell = WorkbookTable["rows"][number][number];
export type NamedRow = Readonly<Record<string, Cell>>;

/** A table of rows that name their cells; columns in the order in which they are named first. That of "" has no heading. */
export function table(name: string, rows: readonly NamedRow[], first: readonly string[] = []): WorkbookTable {
  const columns = [...new Set([...first, ...rows.flatMap((row) => Object.keys(row))])];
  const heads = columns.map((column) => (column === "" ? null : column));
  return { name, rows: [heads, ...rows.map((row) => columns.map((column) => row[column] ?? null))] };
}
