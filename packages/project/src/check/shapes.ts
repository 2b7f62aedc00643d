/** Which columns each table of a project has, for those who read, write and arrange tables. */
import { ALARM_COLUMNS, CLASS_COLUMNS } from "../alarm-tables.ts";
import type { Columns } from "../columns.ts";
import { METER_COLUMNS } from "../meter-tables.ts";
import { PAGE_COLUMNS } from "../page-tables.ts";
import type { PodSchema } from "../pod-schema.ts";
import { CALENDAR_COLUMNS, SCHEDULE_COLUMNS, SCHEDULE_TIME_COLUMNS } from "../schedule-tables.ts";
import { CONSTANT_COLUMNS, channelColumns, LINK_COLUMNS, POD_COLUMNS, PROJECT_COLUMNS } from "../tables.ts";

export interface TableShape {
  /** Names of all columns, in lower case. */
  known: ReadonlySet<string>;
  required: readonly string[];
}

const COMMON = {
  project: { columns: PROJECT_COLUMNS, required: ["key", "value"] },
  links: { columns: LINK_COLUMNS, required: ["source", "target"] },
  constants: { columns: CONSTANT_COLUMNS, required: ["channel", "value"] },
  schedules: { columns: SCHEDULE_COLUMNS, required: ["id", "default"] },
  schedule_times: { columns: SCHEDULE_TIME_COLUMNS, required: ["schedule", "days", "at", "value"] },
  calendars: { columns: CALENDAR_COLUMNS, required: ["calendar", "from"] },
  meters: { columns: METER_COLUMNS, required: ["id", "source", "medium", "unit"] },
  alarms: { columns: ALARM_COLUMNS, required: ["id", "source", "kind"] },
  classes: { columns: CLASS_COLUMNS, required: ["class", "way"] },
  pages: { columns: PAGE_COLUMNS, required: ["page", "block"] },
} as const satisfies Record<string, { columns: Columns; required: readonly string[] }>;

/** By the name of the table; undefined for one that no project has. */
export function shapeOf(name: string, schemas: Iterable<PodSchema>): TableShape | undefined {
  if (Object.hasOwn(COMMON, name)) return commonShape(name as keyof typeof COMMON);
  if (name === "pods") return podsShape(schemas);
  const schema = [...schemas].find(({ type }) => type === name);
  return schema && channelShape(schema);
}

export function commonShape(name: keyof typeof COMMON): TableShape {
  const { columns, required } = COMMON[name];
  return { known: new Set(Object.keys(columns)), required };
}

export function podsShape(schemas: Iterable<PodSchema>): TableShape {
  const own = [...schemas].flatMap(({ ifaceColumns }) => Object.keys(ifaceColumns));
  return { known: new Set([...Object.keys(POD_COLUMNS), ...own]), required: ["id"] };
}

export function channelShape(schema: PodSchema): TableShape {
  const required = ["pod", "channel"];
  for (const [name, column] of Object.entries(schema.channelColumns)) {
    if (column.required && column.default === undefined) required.push(name);
  }
  const columns = [...Object.keys(channelColumns(schema)), ...Object.keys(schema.channelColumns)];
  return { known: new Set(columns), required };
}
