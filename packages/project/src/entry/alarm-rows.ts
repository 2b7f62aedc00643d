/** Alarms and classes of a compiled project as rows: what a pattern made is one again. */
import { texts } from "../alarm/texts.ts";
import { ALARM_COLUMNS, CLASS_COLUMNS } from "../alarm-tables.ts";
import type { AlarmTerm, CompiledAlarm, CompiledAlarmClass, CompiledAlarmStep } from "../compiled.ts";
import { rowOfAlarm } from "../places.ts";
import { cellText } from "../read/table.ts";
import { type Row, written } from "./cells.ts";

export function alarmRows(alarms: readonly CompiledAlarm[]): Row[] {
  const rows = new Map<string, CompiledAlarm>();
  for (const alarm of alarms) {
    const id = rowOfAlarm(alarm.id);
    const first = rows.get(id);
    // Of a pattern not every alarm need have a parent.
    if (!first || (first.parent === undefined && alarm.parent !== undefined)) rows.set(id, alarm);
  }
  return [...rows].map(([id, alarm]) => ({ id, ...alarmCells(alarm) }));
}

/** By column, without the id. */
export function alarmCells(alarm: CompiledAlarm): Row {
  const { ack, action, class: name, enable, hysteresis, kind, latch, limits, parent, pattern } = alarm;
  return {
    source: pattern ?? alarm.source,
    kind,
    limit: limitCell(limits),
    hysteresis,
    on_delay: seconds(alarm.onDelay),
    off_delay: seconds(alarm.offDelay),
    priority: written(ALARM_COLUMNS.priority, alarm.priority),
    class: name,
    text: alarm.text === texts.usual[kind] ? undefined : alarm.text,
    action,
    ack: written(ALARM_COLUMNS.ack, ack),
    latch: written(ALARM_COLUMNS.latch, latch),
    parent: parent === undefined ? undefined : rowOfAlarm(parent),
    enable,
    tags: tagsText(alarm.tags, ALARM_COLUMNS.tags.maxLength),
  };
}

export function classRows(classes: readonly CompiledAlarmClass[]): Row[] {
  return classes.flatMap(({ id, steps }) =>
    steps.map((step, at) => ({
      class: id,
      step: written(CLASS_COLUMNS.step, at + 1),
      ...stepCells(step),
    })),
  );
}

/** By column, without class and number. */
export function stepCells({ after, repeat, roster, until, ways }: CompiledAlarmStep): Row {
  return {
    after: written(CLASS_COLUMNS.after, after / 1_000),
    way: tagsText(ways, MOST_TEXT),
    roster,
    repeat: seconds(repeat),
    until: written(CLASS_COLUMNS.until, until),
  };
}

/** Of a text column that names no limit. */
const MOST_TEXT = 1_000;

export function tagsText(tags: readonly string[] | undefined, most: number): string | undefined {
  const text = tags?.join(", ");
  return text !== undefined && text.length > most ? tags?.join(",") : text;
}

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1_000);

/** One number stays a number; several stand in one text. */
function limitCell(limits: readonly AlarmTerm[] | undefined): Row[string] {
  const [only, second] = limits ?? [];
  if (second === undefined && typeof only === "number") return only;
  return limits?.map(termText).join(";");
}

function termText(term: AlarmTerm): string {
  if (typeof term === "object") return term.chan;
  return typeof term === "boolean" ? (term ? "ja" : "nein") : cellText(term);
}
