import type { WorkbookTable } from "@hubwart/project/workbook";

type Cell = WorkbookTable["rows"][number][number];

/** A table of rows that name their cells; columns in the order in which they are named first. */
export function table(name: string, rows: readonly Readonly<Record<string, Cell>>[]): WorkbookTable {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { name, rows: [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))] };
}
