import { podSchemas } from "@hubwart/pods/schemas";
import { writeProject } from "@hubwart/project/project-archive";
import type { WorkbookTable } from "@hubwart/project/workbook";

/** A workbook as `hubwart project fmt` would write it. Examples have no dates, and none would be kept. */
export async function oneForm(tables: readonly WorkbookTable[]): Promise<Uint8Array> {
  const inputs = tables.map(({ name, rows }) => ({
    name,
    rows: rows.map((cells) => ({ cells: cells.map((cell) => (typeof cell === "object" ? null : cell)) })),
  }));
  return await writeProject({ tables: inputs }, podSchemas);
}
