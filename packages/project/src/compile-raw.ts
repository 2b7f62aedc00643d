/** check → link → emit: tables in, compiled project and errors out. The same code on the device, on a terminal and in a browser. */
import type { EditedSchedules } from "@hubwart/schedule";
import { checkAlarms } from "./alarm/alarms.ts";
import { hashProject } from "./canonical.ts";
import { checkSpelling } from "./check/areas.ts";
import { checkChannels } from "./check/channels.ts";
import { checkConstants } from "./check/constants.ts";
import { type Draft, emptyDraft } from "./check/draft.ts";
import { checkPods } from "./check/pods.ts";
import { checkDevices, checkPorts } from "./check/ports.ts";
import { checkProject } from "./check/project.ts";
import type { RowMemo } from "./check/row-memo.ts";
import { checkRules } from "./check/rules.ts";
import { type CheckSource, checkScripts } from "./check/scripts.ts";
import type { CompileResult } from "./compile-result.ts";
import { type Edits, withEdits } from "./edits.ts";
import { emit } from "./emit.ts";
import { linkChannels } from "./link/link.ts";
import { checkMeters } from "./meter/meters.ts";
import { checkPages } from "./page/pages.ts";
import { placesOf } from "./places.ts";
import type { PodSchema } from "./pod-schema.ts";
import { type RawProject, type SheetTable, tableKey } from "./read/table.ts";
import type { Report } from "./report.ts";
import { reportEdited } from "./schedule/edited.ts";
import { checkSchedules } from "./schedule/schedules.ts";
import { isForPeople, tableNames } from "./tables.ts";

export interface CompileOptions {
  schemas: readonly PodSchema[];
  /** Values that administrators gave constants; those that no longer fit are left out, with a warning. */
  edits?: Edits;
  /** What people changed of the schedules on the device: a warning says where it and the project do not go together. */
  editedSchedules?: EditedSchedules;
  /** What judges scripts; asked for only where there are some. */
  loadLua: () => Promise<CheckSource>;
}

/** What was read becomes part of the result, or is let go: the rows of `raw` are gone afterwards. */
export async function compileRaw(
  raw: RawProject,
  at: Finding,
  options: CompileOptions,
): Promise<CompileResult> {
  const checked = await checkRaw(raw, at, options);
  const { report } = at;
  const { draft, order } = checked;
  if (report.errors > 0) return { ...NOTHING, errors: report.entries(order) };
  const own = emit({ ...checked, scripts: raw.scripts });
  if (options.editedSchedules) reportEdited(draft, options.editedSchedules);
  const compiled = options.edits ? withEdits(own, options.edits, report, "editDropped") : own;
  return {
    compiled,
    hash: hashProject(compiled),
    errors: report.entries(order),
    files: raw.names,
    places: placesOf(draft),
  };
}

export interface Finding {
  report: Report;
  /** Name of the whole. */
  upload: string;
}

/** All that `compileRaw` finds, without the project that it makes. */
export async function checkRaw(
  raw: RawProject,
  { report, upload }: Finding,
  { loadLua, schemas: known }: CompileOptions,
  memo?: RowMemo,
) {
  const schemas = new Map(known.map((schema) => [schema.type, schema]));
  const order = raw.tables.map(({ file, name }) => ({ file, table: name }));
  const tables = sortTables(raw, tableNames(schemas.keys()), report, upload);
  const of = (name: string) => tables.get(name) ?? [];
  const draft: Draft = {
    ...emptyDraft(report, schemas),
    ...(memo ? { memo } : {}),
  };
  const { facts, defaults } = checkProject(of("project"), report);
  checkPods(of("pods"), draft);
  for (const schema of schemas.values()) checkChannels(of(schema.type), schema, draft);
  checkConstants(of("constants"), draft);
  const calendars = checkSchedules(
    { schedules: of("schedules"), times: of("schedule_times"), calendars: of("calendars") },
    facts.place,
    draft,
  );
  checkMeters(of("meters"), draft);
  checkSpelling(draft);
  checkRules(draft);
  checkPorts(draft);
  checkDevices(draft);
  const links = linkChannels(of("links"), draft);
  const alarms = checkAlarms({ alarms: of("alarms"), classes: of("classes") }, draft);
  const pages = checkPages(of("pages"), alarms.classes, draft);
  await checkScripts(raw.scripts, report, loadLua);
  return { facts, defaults, draft, calendars, links, alarms, pages, order };
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
