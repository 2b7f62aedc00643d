import type { Columns } from "../columns.ts";
import type { CellValue } from "./parse-cell.ts";
import type { ViewRow } from "./table-view.ts";

/** A pod type's own columns of one row; empty cells without a default are left out. */
export function readConfig(row: ViewRow, columns: Columns): Record<string, CellValue> {
  const config: Record<string, CellValue> = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = row.read(name, column);
    if (value !== undefined) config[name] = value;
  }
  return config;
}
