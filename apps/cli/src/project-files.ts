/** Tables as files: a workbook, an archive of it with its scripts, or CSV files. */
import { podSchemas } from "@hubwart/pods/schemas";
import {
  arrange,
  type CompiledProject,
  csvText,
  type ProjectFile,
  type TableInput,
  type TablesInput,
} from "@hubwart/project";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";

/** A fixed time, so that the same project gives the same bytes. */
const WHEN = new Date(1980, 0, 1);

/** One file to upload: a workbook, or an archive where there are scripts. */
export async function asWorkbook({ tables, scripts = {} }: TablesInput): Promise<Uint8Array> {
  const workbook = await writeWorkbook(tables.map((table) => sheetOf(arrange(table, podSchemas))));
  if (Object.keys(scripts).length === 0) return workbook;
  const { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import("@zip.js/zip.js");
  const zip = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: WHEN, useWebWorkers: false });
  await zip.add("projekt.xlsx", new Uint8ArrayReader(workbook));
  for (const [name, source] of Object.entries(scripts)) await zip.add(name, new TextReader(source));
  return await zip.close();
}

/** A file for each table and script. */
export function asCsvFiles({ tables, scripts = {} }: TablesInput): ProjectFile[] {
  const encoder = new TextEncoder();
  return [
    ...tables.map((table) => ({
      name: `${table.name.trim().toLowerCase()}.csv`,
      bytes: encoder.encode(csvText(table, podSchemas)),
    })),
    ...Object.entries(scripts).map(([name, source]) => ({ name, bytes: encoder.encode(source) })),
  ];
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

/** Cells that no stranger should read. */
export function secretCells({ pods }: CompiledProject): number {
  const schemas = new Map(podSchemas.map((schema) => [schema.type, schema]));
  let count = 0;
  for (const { type, ifaces, channels } of pods) {
    const { ifaceColumns = {}, channelColumns = {} } = schemas.get(type) ?? {};
    for (const { config } of ifaces)
      count += Object.keys(config).filter((name) => ifaceColumns[name]?.secret).length;
    for (const { config } of channels)
      count += Object.keys(config).filter((name) => channelColumns[name]?.secret).length;
  }
  return count;
}
