/**
 * A compiled project as tables again, for those who edit it, keep it in files or compare it. Compiled with the administrators' values
 * (`editsOf`), they give the same hash. A cell that would only say what holds anyway stays empty.
 */
import { ALARM_COLUMNS, CLASS_COLUMNS } from "../alarm-tables.ts";
import type { Columns } from "../columns.ts";
import type {
  CompiledChannel,
  CompiledConstant,
  CompiledLink,
  CompiledPod,
  CompiledProject,
  ValueType,
} from "../compiled.ts";
import { asGiven } from "../edits.ts";
import { figuresOf } from "../meter/figures.ts";
import { METER_COLUMNS } from "../meter-tables.ts";
import { PAGE_COLUMNS } from "../page-tables.ts";
import type { PodSchema } from "../pod-schema.ts";
import { CALENDAR_COLUMNS, SCHEDULE_COLUMNS, SCHEDULE_TIME_COLUMNS } from "../schedule-tables.ts";
import { columnsOf } from "../table-columns.ts";
import {
  areaColumn,
  CONSTANT_COLUMNS,
  channelColumns,
  DEFAULT_IFACE,
  LINK_COLUMNS,
  METER_TYPE,
  POD_COLUMNS,
  PROJECT_COLUMNS,
} from "../tables.ts";
import { alarmRows, classRows, tagsText } from "./alarm-rows.ts";
import { type Plain, type Row, written } from "./cells.ts";
import { mapText } from "./map-text.ts";
import { meterRows } from "./meter-rows.ts";
import { pageRows } from "./page-rows.ts";
import type { TableInput, TablesInput } from "./raw-of.ts";
import { calendarRows, scheduleRows, scheduleTimeRows } from "./schedule-rows.ts";

export function tablesOf(compiled: CompiledProject, schemas: readonly PodSchema[]): TablesInput {
  const types = new Map(schemas.map((schema) => [schema.type, schema]));
  const valueTypes = new Map<string, ValueType>();
  for (const { channels } of compiled.pods) for (const { chan, type } of channels) valueTypes.set(chan, type);
  for (const { chan, type } of compiled.constants) valueTypes.set(chan, type);
  const { calendars = [], schedules = [] } = compiled;
  for (const { chan, type } of schedules) valueTypes.set(chan, type);
  for (const meter of compiled.meters ?? [])
    for (const figure of figuresOf(meter)) valueTypes.set(`${METER_TYPE}.${meter.id}.${figure}`, "float");

  const ofType = ({ type }: PodSchema) =>
    compiled.pods.filter((pod) => pod.type === type).flatMap((pod) => channelRows(pod, types.get(type)));
  const columns = (name: string) => columnsOf(name, schemas) ?? {};
  const tables = [
    table("project", PROJECT_COLUMNS, projectRows(compiled), ["key", "value"]),
    table(
      "pods",
      columns("pods"),
      compiled.pods.flatMap((pod) => podRows(pod, types.get(pod.type))),
      ["id"],
    ),
    ...schemas.map((schema) => table(schema.type, columns(schema.type), ofType(schema), ["pod", "channel"])),
    table(
      "links",
      LINK_COLUMNS,
      compiled.links.map((link) => linkRow(link, valueTypes)),
      ["source", "target"],
    ),
    table("constants", CONSTANT_COLUMNS, compiled.constants.map(constantRow), ["channel", "value"]),
    table("schedules", SCHEDULE_COLUMNS, scheduleRows(schedules), ["id", "default"]),
    table("schedule_times", SCHEDULE_TIME_COLUMNS, scheduleTimeRows(schedules), [
      "schedule",
      "days",
      "at",
      "value",
    ]),
    table("calendars", CALENDAR_COLUMNS, calendarRows(calendars), ["calendar", "from"]),
    table("meters", METER_COLUMNS, meterRows(compiled.meters ?? [], unitsOf(compiled)), [
      "id",
      "source",
      "medium",
      "unit",
    ]),
    table("alarms", ALARM_COLUMNS, alarmRows(compiled.alarms ?? []), ["id", "source", "kind"]),
    table("classes", CLASS_COLUMNS, classRows(compiled.alarmClasses ?? []), ["class", "way"]),
    table("pages", PAGE_COLUMNS, pageRows(compiled.pages ?? []), ["page", "block"]),
  ];
  const filled = tables.filter(({ name, rows }) => ["project", "pods"].includes(name) || rows.length > 1);
  return { name: compiled.id, tables: filled, scripts: compiled.scripts };
}

function unitsOf({ pods }: CompiledProject): Map<string, string> {
  const units = new Map<string, string>();
  for (const { channels } of pods) for (const { chan, unit } of channels) if (unit) units.set(chan, unit);
  return units;
}

/** Only the columns that some row fills. */
function table(name: string, columns: Columns, rows: readonly Row[], always: readonly string[]): TableInput {
  const used = Object.keys(columns).filter(
    (column) => always.includes(column) || rows.some((row) => (row[column] ?? null) !== null),
  );
  return {
    name,
    rows: [
      { cells: used },
      ...rows.map((row) => ({ cells: used.map((column) => (row[column] ?? null) as Plain) })),
    ],
  };
}

function projectRows({ id, name, description, place }: CompiledProject): Row[] {
  const keys = { id, name: name === id ? undefined : name, description, ...place };
  return Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
}

/** A row for each interface; what is said of the pod stands in the first. */
function podRows(pod: CompiledPod, schema: PodSchema | undefined): Row[] {
  return pod.ifaces.map(({ id, config }, index) => ({
    id: pod.id,
    ...(index === 0
      ? {
          label: pod.label,
          area: pod.area,
          equip: pod.equip,
          internal: written(POD_COLUMNS.internal, pod.internal),
        }
      : {}),
    iface: written(POD_COLUMNS.iface, id),
    ...cells(schema?.ifaceColumns, config),
  }));
}

function channelRows(pod: CompiledPod, schema: PodSchema | undefined): Row[] {
  if (!schema) return [];
  const common = channelColumns(schema);
  const ids = pod.ifaces.map(({ id }) => id);
  const usual = ids.includes(DEFAULT_IFACE) ? DEFAULT_IFACE : ids.length === 1 ? ids[0] : undefined;
  return pod.channels.map((channel) => ({
    pod: pod.name,
    iface: channel.iface === usual ? undefined : channel.iface,
    channel: channel.chan.slice(pod.id.length + 1),
    type: channel.type === usualType(channel, schema) ? undefined : channel.type,
    dir: written(common.dir, channel.dir),
    label: channel.label,
    unit: channel.unit,
    tags: tagsText(channel.tags, common.tags.maxLength),
    [areaColumn(schema)]: channel.area,
    equip: channel.equip,
    point: channel.point,
    retain: written(common.retain, channel.retain),
    record: channel.record && "ja",
    record_deadband: channel.record?.deadBand,
    record_interval: channel.record?.interval === undefined ? undefined : channel.record.interval / 1_000,
    ...cells(schema.channelColumns, channel.config),
  }));
}

function usualType({ config }: CompiledChannel, schema: PodSchema): ValueType {
  return schema.valueTypeOf?.(config) ?? schema.defaultValueType;
}

function linkRow(link: CompiledLink, types: ReadonlyMap<string, ValueType>): Row {
  const { source, target, scale, offset, invert, map, onChange, minInterval } = link;
  return {
    source,
    target,
    scale,
    offset,
    invert: written(LINK_COLUMNS.invert, invert),
    map: map && mapText(map, types.get(source) ?? "string", types.get(target) ?? "string"),
    on_change: written(LINK_COLUMNS.on_change, onChange),
    min_interval: minInterval,
  };
}

/** With its type: what a cell alone would be taken for may be another. */
function constantRow(constant: CompiledConstant): Row {
  const { chan, label, max, min, type, value } = asGiven(constant);
  const text =
    type === "json" ? JSON.stringify(value) : type === "bool" ? (value === true ? "ja" : "nein") : value;
  return { channel: chan.slice("const.".length), type, value: text, min, max, label };
}

function cells(columns: Columns | undefined, config: CompiledChannel["config"]): Row {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, written(columns?.[name], value)]),
  );
}
