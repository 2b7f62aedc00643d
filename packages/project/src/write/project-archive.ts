/** Tables as one file to upload: a workbook, or an archive of it with the scripts. */
import { arrange } from "../entry/arrange.ts";
import type { TableInput, TablesInput } from "../entry/raw-of.ts";
import type { PodSchema } from "../pod-schema.ts";
import { type WorkbookTable, writeWorkbook } from "./workbook.ts";

/** A fixed time, so that the same project gives the same bytes. */
const WHEN = new Date(1980, 0, 1);

/** @param arranged in the template's order, each cell in its one form; otherwise as it stands */
export async function writeProject(
  { tables, scripts = {} }: TablesInput,
  schemas: readonly PodSchema[],
  arranged = true,
): Promise<Uint8Array> {
  const workbook = await writeWorkbook(
    tables.map((table) => sheetOf(arranged ? arrange(table, schemas) : table)),
  );
  if (Object.keys(scripts).length === 0) return workbook;
  const { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import("@zip.js/zip.js");
  const zip = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: WHEN, useWebWorkers: false });
  await zip.add("projekt.xlsx", new Uint8ArrayReader(workbook));
  for (const [name, source] of Object.entries(scripts)) await zip.add(name, new TextReader(source));
  return await zip.close();
}

/** With its rows where they stood: empty ones set groups apart. */
export function sheetOf(table: TableInput): WorkbookTable {
  const rows: WorkbookTable["rows"][number][] = [];
  for (const { cells, line = rows.length + 1 } of table.rows) {
    while (rows.length < line - 1) rows.push([]);
    rows.push(Array.from(cells, (cell) => (typeof cell === "object" ? null : cell)));
  }
  return { name: table.name, rows, ...(table.hidden ? { hidden: true } : {}) };
}
