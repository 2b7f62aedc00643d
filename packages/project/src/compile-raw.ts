/** check → link → emit: tables in, compiled project and errors out. The same code on the device, on a terminal and in a browser. */
import { checkAlarms } from "./alarm/alarms.ts";
import { hashProject } from "./canonical.ts";
import { checkChannels } from "./check/channels.ts";
import { checkConstants } from "./check/constants.ts";
import type { Draft } from "./check/draft.ts";
import { checkPods } from "./check/pods.ts";
import { checkDevices, checkPorts } from "./check/ports.ts";
import { checkProject } from "./check/project.ts";
import { checkRules } from "./check/rules.ts";
import { type CheckSource, checkScripts } from "./check/scripts.ts";
import type { CompileResult } from "./compile-result.ts";
import { type Edits, withEdits } from "./edits.ts";
import { emit } from "./emit.ts";
import { linkChannels } from "./link/link.ts";
import { placesOf } from "./places.ts";
import type { PodSchema } from "./pod-schema.ts";
import { type RawProject, type SheetTable, tableKey } from "./read/table.ts";
import type { Report } from "./report.ts";
import { isForPeople, tableNames } from "./tables.ts";

export interface CompileOptions {
  schemas: readonly PodSchema[];
  /** Values that administrators gave constants; those that no longer fit are left out, with a warning. */
  edits?: Edits;
  /** What judges scripts; asked for only where there are some. */
  loadLua: () => Promise<CheckSource>;
}

/** What was read becomes part of the result, or is let go: the rows of `raw` are gone afterwards. */
export async function compileRaw(
  raw: RawProject,
  { report, upload }: { report: Report; upload: string },
  options: CompileOptions,
): Promise<CompileResult> {
  const schemas = new Map(options.schemas.map((schema) => [schema.type, schema]));
  const order = raw.tables.map(({ file, name }) => ({ file, table: name }));
  const tables = sortTables(raw, tableNames(schemas.keys()), report, upload);
  const of = (name: string) => tables.get(name) ?? [];
  const draft: Draft = {
    report,
    schemas,
    pods: new Map(),
    channels: new Map(),
    constants: new Map(),
    linkPlaces: new Map(),
    alarmPlaces: new Map(),
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
  const alarms = checkAlarms({ alarms: of("alarms"), classes: of("classes") }, draft);
  await checkScripts(raw.scripts, report, options.loadLua);
  if (report.errors > 0) return { ...NOTHING, errors: report.entries(order) };
  const own = emit({ facts, defaults, draft, links, alarms, scripts: raw.scripts });
  const compiled = options.edits ? withEdits(own, options.edits, report, "editDropped") : own;
  return {
    compiled,
    hash: hashProject(compiled),
    errors: report.entries(order),
    files: raw.names,
    places: placesOf(draft),
  };
}

export const NOTHING = { hash: "", files: [] };

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
