/**
 * The compiler: read → check → link → emit. Pure: bytes in, compiled project and errors out. Whatever
 * the bytes are, it answers with errors and never throws. It holds the event loop for as long as it
 * takes, so a server runs it in a process of its own (`checkInChild`).
 *
 *     const { compiled, hash, errors } = await compileProject(
 *       { files: [{ name: "anlage.xlsx", bytes }] },
 *       { schemas: podSchemas },
 *     );
 */
import { hashProject } from "./canonical.ts";
import { checkChannels } from "./check/channels.ts";
import { checkConstants } from "./check/constants.ts";
import type { Draft } from "./check/draft.ts";
import { checkPods } from "./check/pods.ts";
import { checkDevices, checkPorts } from "./check/ports.ts";
import { checkProject } from "./check/project.ts";
import { checkRules } from "./check/rules.ts";
import { checkScripts } from "./check/scripts.ts";
import type { CompileResult } from "./compile-result.ts";
import { type Edits, withEdits } from "./edits.ts";
import { emit } from "./emit.ts";
import { linkChannels } from "./link/link.ts";
import { placesOf } from "./places.ts";
import type { PodSchema } from "./pod-schema.ts";
import type { ProjectFile } from "./project-file.ts";
import { readFiles } from "./read/read-files.ts";
import { type RawProject, type SheetTable, tableKey } from "./read/table.ts";
import { Report } from "./report.ts";
import { COMMON_TABLES, isForPeople } from "./tables.ts";

export interface CompileOptions {
  schemas: readonly PodSchema[];
  /** Values that administrators gave constants; those that no longer fit are left out, with a warning. */
  edits?: Edits;
}

export async function compileProject(
  input: { files: readonly ProjectFile[] },
  options: CompileOptions,
): Promise<CompileResult> {
  const report = new Report();
  const schemas = new Map(options.schemas.map((schema) => [schema.type, schema]));
  const names = new Set<string>([...COMMON_TABLES, ...schemas.keys()]);
  const raw = await readFiles(input.files, { wanted: (sheet) => names.has(tableKey(sheet)), report });
  // Nothing but file errors: what would be said about missing tables is only noise.
  if (raw.tables.length === 0 && report.errors > 0) return { ...NOTHING, errors: report.entries() };

  const order = raw.tables.map(({ file, name }) => ({ file, table: name }));
  const tables = sortTables(raw, names, report, input.files[0]?.name ?? "");
  const of = (name: string) => tables.get(name) ?? [];
  const draft: Draft = {
    report,
    schemas,
    pods: new Map(),
    channels: new Map(),
    constants: new Map(),
    linkPlaces: new Map(),
    brokenNames: new Set(),
  };
  const { facts, defaults } = checkProject(of("project"), report);
  checkPods(of("pods"), draft);
  for (const schema of schemas.values()) checkChannels(of(schema.type), schema, draft);
  checkConstants(of("constants"), draft);
  checkRules(draft);
  checkPorts(draft);
  checkDevices(draft);
  const links = linkChannels(of("links"), draft);
  await checkScripts(raw.scripts, report);
  if (report.errors > 0) return { ...NOTHING, errors: report.entries(order) };
  const own = emit(facts, defaults, draft, links, raw.scripts);
  const compiled = options.edits ? withEdits(own, options.edits, report, "editDropped") : own;
  return {
    compiled,
    hash: hashProject(compiled),
    errors: report.entries(order),
    files: raw.names,
    places: placesOf(draft),
  };
}

const NOTHING = { hash: "", files: [] };

/** Tables by name; several sheets of one name (from several files) are read one after the other. */
function sortTables(
  raw: RawProject,
  names: ReadonlySet<string>,
  report: Report,
  upload: string,
): Map<string, SheetTable[]> {
  const sorted = new Map<string, SheetTable[]>();
  for (const table of raw.tables) {
    const name = tableKey(table.name);
    const place = { file: table.file, table: table.name };
    if (names.has(name)) {
      if (table.hidden) report.add("hiddenTable", place, {});
      sorted.set(name, [...(sorted.get(name) ?? []), table]);
    } else if (!isForPeople(name)) report.add("unknownTable", place, { near: report.near(name, names) });
  }
  for (const table of ["project", "pods"]) {
    if (!sorted.has(table) && !raw.incomplete) report.add("missingTable", { file: upload, table }, { table });
  }
  return sorted;
}
