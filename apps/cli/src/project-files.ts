/** Tables as CSV files, and what in them is secret. */
import { podSchemas } from "@hubwart/pods/schemas";
import { type CompiledProject, csvText, type ProjectFile, type TablesInput } from "@hubwart/project";

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
