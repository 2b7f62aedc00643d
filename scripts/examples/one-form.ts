import type { WorkbookTable } from "@hubwart/project/workbook";
import { asWorkbook } from "../../apps/cli/src/project-files.ts";

/** A workbook as `hubwart project fmt` would write it. Examples have no dates, and none would be kept. */
export async function oneForm(tables: readonly WorkbookTable[]): Promise<Uint8Array> {
  return await asWorkbook({
    tables: tables.map(({ name, rows }) => ({
      name,
      rows: rows.map((cells) => ({ cells: cells.map((cell) => (typeof cell === "object" ? null : cell)) })),
    })),
  });
}
