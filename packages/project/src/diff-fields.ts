/** What stands in the columns of a project's things, by the names that the tables have. */
import type { Calendar } from "@hubwart/schedule";
import type { Columns } from "./columns.ts";
import type {
  CompiledAlarm,
  CompiledAlarmClass,
  CompiledBlock,
  CompiledChannel,
  CompiledConstant,
  CompiledIface,
  CompiledLink,
  CompiledMeter,
  CompiledPod,
  CompiledProject,
  CompiledSchedule,
} from "./compiled.ts";
import type { Field, Fields } from "./diff-values.ts";
import { alarmCells, stepCells } from "./entry/alarm-rows.ts";
import { meterCells } from "./entry/meter-rows.ts";
import { blockCells } from "./entry/page-rows.ts";
import { dateRows, scheduleCells, timeCells } from "./entry/schedule-rows.ts";
import type { PodSchema } from "./pod-schema.ts";
import { areaColumn } from "./tables.ts";

export function projectFields({ id, name, description, place }: CompiledProject): Fields {
  return fieldsOf({ id, name, description, ...place });
}

export function podFields({ label, area, equip, internal }: CompiledPod): Fields {
  return fieldsOf({ label, area, equip, internal });
}

export function ifaceFields({ config }: CompiledIface, schema: PodSchema | undefined): Fields {
  return configFields(config, schema?.ifaceColumns);
}

export function channelFields(channel: CompiledChannel, schema: PodSchema | undefined): Fields {
  const { iface, type, dir, label, unit, tags, area, equip, point, retain, record, config } = channel;
  const common = fieldsOf({
    iface,
    type,
    dir,
    label,
    unit,
    tags: tags?.join(", "),
    ...(schema ? { [areaColumn(schema)]: area } : { area }),
    equip,
    point,
    retain,
    record: record && true,
    record_deadband: record?.deadBand,
    record_interval: record?.interval === undefined ? undefined : record.interval / 1_000,
  });
  return new Map([...common, ...configFields(config, schema?.channelColumns)]);
}

/** `given`: the project's own value, beside the one that an administrator set. */
export function constantFields({ type, value, given, min, max, label }: CompiledConstant): Fields {
  return fieldsOf({ type, value, given, min, max, label });
}

export function linkFields({ scale, offset, invert, map, onChange, minInterval }: CompiledLink): Fields {
  const pairs = map && Object.entries(map).map(([from, to]) => `${from}=${String(to)}`);
  return fieldsOf({
    scale,
    offset,
    invert,
    map: pairs?.join(";"),
    on_change: onChange,
    min_interval: minInterval,
  });
}

/** Times by the days that they are for: the whole plan of each. */
export function scheduleFields(schedule: CompiledSchedule): Fields {
  const days = new Map<string, string[]>();
  for (const time of schedule.times ?? []) {
    const { at, days: key, value } = timeCells(time);
    const texts = days.get(String(key)) ?? [];
    days.set(String(key), [...texts, `${String(at)}: ${String(value)}`]);
  }
  const plans = [...days].map(([key, texts]): [string, string] => [key, texts.join("; ")]);
  return fieldsOf({ ...scheduleCells(schedule), ...Object.fromEntries(plans) });
}

export function calendarFields(calendar: Calendar): Fields {
  const days = dateRows(calendar).map(({ from, label, to }) => {
    const range = to === undefined ? from : `${from}–${to}`;
    return label === undefined ? range : `${range} (${label})`;
  });
  return fieldsOf({ priority: calendar.priority, from: days.join("; ") });
}

export const meterFields = (meter: CompiledMeter): Fields => fieldsOf(meterCells(meter));

export function alarmFields(alarm: CompiledAlarm): Fields {
  const { ack, priority } = alarm;
  return fieldsOf({ ...alarmCells(alarm), ack, priority });
}

/** Of each block what its row says. */
export function blockFields(blocks: readonly CompiledBlock[]): Fields {
  const cells = blocks.map((block): [string, string] => {
    const { block: _kind, page: _page, source: _source, ...rest } = blockCells(block);
    const said = Object.entries(rest).filter(([, value]) => value !== undefined);
    const key = block.source === undefined ? block.block : `${block.block} ${block.source}`;
    return [key, said.map(([column, value]) => `${column}: ${String(value)}`).join("; ")];
  });
  const together = new Map<string, string[]>();
  for (const [key, text] of cells) together.set(key, [...(together.get(key) ?? []), text]);
  return fieldsOf(Object.fromEntries([...together].map(([key, texts]) => [key, texts.join(" | ")])));
}

/** Of each step what its row says. */
export function classFields({ steps }: CompiledAlarmClass): Fields {
  const texts = steps.map((step, at): [string, string] => [
    `step ${at + 1}`,
    Object.entries({ after: step.after / 1_000, ...definedCells(step), until: step.until })
      .map(([column, value]) => `${column}: ${String(value)}`)
      .join("; "),
  ]);
  return fieldsOf(Object.fromEntries(texts));
}

function definedCells(step: CompiledAlarmClass["steps"][number]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stepCells(step)).filter(([, value]) => value !== undefined));
}

/** Columns that no schema knows are treated as secret. */
function configFields(config: CompiledChannel["config"], columns: Columns | undefined): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const [name, value] of Object.entries(config)) {
    const column = columns && Object.hasOwn(columns, name) ? columns[name] : undefined;
    fields.set(name, column === undefined || column.secret ? { value, secret: true } : { value });
  }
  return fields;
}

function fieldsOf(values: Readonly<Record<string, unknown>>): Map<string, Field> {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return new Map(known.map(([name, value]) => [name, { value }]));
}
