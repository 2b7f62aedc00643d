/** The table `alarms` against channels, constants and classes: one line an alarm, or one for each name that a pattern means. */

import { hasWildcard } from "@hubwart/core";
import { ALARM_COLUMNS, ALARM_TABLES } from "../alarm-tables.ts";
import { alarmKinds } from "../catalogue/alarms.ts";
import type { Draft } from "../check/draft.ts";
import { typeOfName } from "../check/references.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import { splitTags } from "../check/tags.ts";
import type { AlarmAck, AlarmKind, CompiledAlarm, CompiledAlarmClass } from "../compiled.ts";
import { placeKey } from "../places.ts";
import type { SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { NAME } from "../tables.ts";
import { checkClasses } from "./classes.ts";
import { findingNames, isFinding, meansAFinding } from "./findings.ts";
import { KINDS, NUMBERS, WITH_HYSTERESIS } from "./kinds.ts";
import { readLimits } from "./limits.ts";
import { type AlarmRow, alarmsOf } from "./rows.ts";
import { limitTypes, Sources } from "./sources.ts";
import { texts } from "./texts.ts";

export interface Alarms {
  alarms: CompiledAlarm[];
  classes: CompiledAlarmClass[];
}

interface Checking {
  draft: Draft;
  sources: Sources;
  classes: readonly string[];
  /** By id. */
  rows: Map<string, AlarmRow>;
}

export function checkAlarms(
  { alarms, classes }: { alarms: readonly SheetTable[]; classes: readonly SheetTable[] },
  draft: Draft,
): Alarms {
  const known = checkClasses(classes, draft);
  const checking: Checking = {
    draft,
    sources: new Sources(draft),
    classes: known.map(({ id }) => id),
    rows: new Map(),
  };
  const shape = shapeFrom(ALARM_TABLES.alarms);
  for (const table of alarms) {
    const view = TableView.open(table, "alarms", shape, draft.report);
    for (const row of view.rows()) checkAlarm(row, checking);
    view.finish();
    table.rows = [];
  }
  return { alarms: alarmsOf(checking.rows, draft.report), classes: known };
}

function checkAlarm(row: ViewRow, checking: Checking): void {
  const { draft, rows } = checking;
  const source = row.text("source", ALARM_COLUMNS.source);
  row.channel = (source ?? "").slice(0, 210);
  const id = row.text("id", ALARM_COLUMNS.id);
  if (id !== undefined && !NAME.test(id)) row.fail(alarmKinds.badAlarmId, "id", { value: id.slice(0, 80) });
  const earlier = id === undefined ? undefined : rows.get(id);
  if (earlier) row.fail(alarmKinds.duplicateAlarm, "id", { first: placeText(earlier.row.place) });
  const kind = row.read("kind", ALARM_COLUMNS.kind) as AlarmKind | undefined;
  const ofDevice = kind === "device";
  const sources =
    source === undefined ? undefined : ofDevice ? findingsOf(row, source) : checking.sources.of(row, source);
  const own = kind && readKind(row, kind, sources, draft);
  const common = readCommon(row, checking);
  const parent = row.text("parent", ALARM_COLUMNS.parent);
  if (id === undefined || earlier) return;
  draft.alarmPlaces.set(placeKey.alarm(id), row.place);
  const sound = row.ok && kind !== undefined && sources !== undefined;
  rows.set(id, {
    row,
    id,
    ...(parent === undefined ? {} : { parent }),
    ...(source !== undefined && hasWildcard(source) && !ofDevice ? { pattern: source } : {}),
    ...(sound ? { sources, base: { kind, ...own, ...common, text: common.text ?? texts.usual[kind] } } : {}),
  });
}

/** Which they are is known only where they arise. */
function findingsOf(row: ViewRow, source: string): readonly string[] | undefined {
  const value = source.slice(0, 80);
  if (!isFinding(source)) {
    row.fail(alarmKinds.badFinding, "source", { value });
    return undefined;
  }
  if (!meansAFinding(source))
    row.fail(alarmKinds.findingOfNone, "source", { value, near: row.near(value, findingNames()) });
  return [source];
}

/** What hangs on the kind. */
function readKind(
  row: ViewRow,
  kind: AlarmKind,
  sources: readonly string[] | undefined,
  draft: Draft,
): Pick<CompiledAlarm, "limits" | "hysteresis"> {
  const unknown = kind === "equals" ? undefined : NUMBERS;
  const limits = readLimits(row, kind, sources ? limitTypes(row, kind, sources, draft) : unknown, draft);
  if (kind === "script")
    for (const column of ["on_delay", "off_delay"] as const)
      if (row.filled(column)) row.fail(alarmKinds.delayUnwanted, column, {});
  const hysteresis = row.read("hysteresis", ALARM_COLUMNS.hysteresis) as number | undefined;
  if (hysteresis !== undefined && !KINDS[kind].hysteresis)
    row.fail(alarmKinds.hysteresisUnwanted, "hysteresis", { kind, kinds: WITH_HYSTERESIS });
  return { ...(limits ? { limits } : {}), ...(hysteresis ? { hysteresis } : {}) };
}

type Common = Omit<
  CompiledAlarm,
  "id" | "source" | "pattern" | "kind" | "limits" | "hysteresis" | "parent" | "text"
> & { text?: string };

function readCommon(row: ViewRow, checking: Checking): Common {
  const onDelay = row.read("on_delay", ALARM_COLUMNS.on_delay) as number | undefined;
  const offDelay = row.read("off_delay", ALARM_COLUMNS.off_delay) as number | undefined;
  const priority = row.read("priority", ALARM_COLUMNS.priority) as CompiledAlarm["priority"] | undefined;
  const name = row.text("class", ALARM_COLUMNS.class);
  if (name !== undefined) checkClass(row, name, checking);
  const text = row.text("text", ALARM_COLUMNS.text);
  const action = row.text("action", ALARM_COLUMNS.action);
  const ack = row.read("ack", ALARM_COLUMNS.ack) as AlarmAck | undefined;
  const latch = row.read("latch", ALARM_COLUMNS.latch) === true;
  const enable = row.text("enable", ALARM_COLUMNS.enable);
  if (enable !== undefined) checkEnable(row, enable, checking.draft);
  const tags = splitTags(row.text("tags", ALARM_COLUMNS.tags));
  return {
    ...(onDelay ? { onDelay: onDelay * 1_000 } : {}),
    ...(offDelay ? { offDelay: offDelay * 1_000 } : {}),
    priority: priority ?? ALARM_COLUMNS.priority.default,
    ...(name === undefined ? {} : { class: name }),
    ...(text === undefined ? {} : { text }),
    ...(action === undefined ? {} : { action }),
    ack: ack ?? ALARM_COLUMNS.ack.default,
    ...(latch ? { latch } : {}),
    ...(enable === undefined ? {} : { enable }),
    ...(tags.length > 0 ? { tags } : {}),
  };
}

function checkClass(row: ViewRow, name: string, { classes, draft }: Checking): void {
  if (classes.includes(name)) return;
  const near = draft.report.near(name, classes);
  row.fail(alarmKinds.unknownClass, "class", { value: name.slice(0, 80), names: [...classes], near });
}

function checkEnable(row: ViewRow, name: string, draft: Draft): void {
  const type = typeOfName(row, "enable", name, draft);
  if (type !== undefined && type !== "bool") row.fail(alarmKinds.enableType, "enable", { value: name, type });
}
