/** All that a compilation finds, without the project that it makes: what an editor needs of the compiler. */
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
import { linkChannels } from "./link/link.ts";
import { type RawProject, type SheetTable, tableKey } from "./read/table.ts";
import type { Report } from "./report.ts";
import { isForPeople, tableNames } from "./tables.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface Finding {
  report: Report;
  /** Name of the whole. */
  upload: string;
}

interface CheckOptions {
  /** What the tables need is there. */
  vocabulary: Vocabulary;
  /** What judges scripts; asked for only where there are some. */
  loadLua: () => Promise<CheckSource>;
  memo?: RowMemo;
}

export async function checkRaw(
  raw: RawProject,
  { report, upload }: Finding,
  { loadLua, memo, vocabulary }: CheckOptions,
) {
  const { parts, types } = vocabulary;
  const order = raw.tables.map(({ file, name }) => ({ file, table: name }));
  const tables = sortTables(raw, tableNames(types), report, upload);
  const of = (name: string) => tables.get(name) ?? [];
  const draft: Draft = {
    ...emptyDraft(report, vocabulary),
    ...(memo ? { memo, before: memo.take() } : {}),
  };
  const { facts, defaults } = checkProject(of("project"), report);
  checkPods(of("pods"), draft);
  checkChannels(of, draft);
  checkConstants(of("constants"), draft);
  const calendars =
    parts.schedules?.check(
      { schedules: of("schedules"), times: of("schedule_times"), calendars: of("calendars") },
      facts.place,
      draft,
    ) ?? [];
  parts.meters?.check(of("meters"), draft);
  checkSpelling(draft);
  await checkRules(draft);
  checkPorts(draft);
  checkDevices(draft);
  const links = linkChannels(of("links"), draft);
  const alarms = parts.alarms?.check({ alarms: of("alarms"), classes: of("classes") }, draft) ?? {
    alarms: [],
    classes: [],
  };
  const pages = parts.pages?.check(of("pages"), alarms.classes, draft) ?? [];
  await checkScripts(raw.scripts, report, loadLua);
  return { facts, defaults, draft, calendars, links, alarms, pages, order };
}

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
