/** What a cell is read as: in `project`, `pods`, `constants`, `schedules` and `alarms` that hangs on other cells of its row. */

import { ALARM_COLUMNS } from "../alarm-tables.ts";
import { columnOfType, typeOfCell } from "../check/values.ts";
import type { Column, Columns } from "../columns.ts";
import { VALUE_TYPES } from "../compiled.ts";
import { METER_COLUMNS } from "../meter-tables.ts";
import type { PodSchema } from "../pod-schema.ts";
import { type Cell, cellText } from "../read/table.ts";
import { SCHEDULE_COLUMNS, SCHEDULE_TIME_COLUMNS } from "../schedule-tables.ts";
import { CONSTANT_COLUMNS, POD_COLUMNS, PROJECT_KEYS } from "../tables.ts";

interface Place {
  table: string;
  column: string;
  /** Another cell of the row. */
  value: (column: string) => Cell;
  schemas: readonly PodSchema[];
  columns: Columns;
}

/** `derived`: its type follows from what stands in it. */
export function columnOfRow(
  place: Place,
  pointIsDecimal: boolean,
): (Column & { derived?: true }) | undefined {
  const { column, columns, table, value } = place;
  if (table === "project" && column === "value") return keyColumn(value("key"));
  if (table === "constants" && column === "value")
    return typedColumn(CONSTANT_COLUMNS.value, value("type"), value("value"), pointIsDecimal);
  if (table === "schedules" && column === "default")
    return typedColumn(SCHEDULE_COLUMNS.default, value("type"), value("default"), pointIsDecimal);
  // A number stays one: as text it could mean two.
  if (table === "alarms" && column === "limit" && typeof value("limit") === "number")
    return columnOfType("float", ALARM_COLUMNS.limit);
  if (table === "meters" && (column === "cost" || column === "co2") && typeof value(column) === "number")
    return columnOfType("float", METER_COLUMNS[column]);
  if (table === "schedule_times" && column === "value" && typeof value("value") === "number")
    return columnOfType("float", SCHEDULE_TIME_COLUMNS.value);
  if (table !== "pods" || Object.hasOwn(POD_COLUMNS, column)) return columns[column];
  const [type] = cellText(value("id")).trim().split(".");
  return place.schemas.find((schema) => schema.type === type)?.ifaceColumns[column];
}

function keyColumn(key: Cell): Column | undefined {
  const name = cellText(key).trim().toLowerCase();
  return Object.hasOwn(PROJECT_KEYS, name) ? PROJECT_KEYS[name as keyof typeof PROJECT_KEYS] : undefined;
}

function typedColumn(
  column: Column,
  type: Cell,
  value: Cell,
  pointIsDecimal: boolean,
): (Column & { derived?: true }) | undefined {
  if (typeof value === "object") return undefined;
  if (type === null) return { ...columnOfType(typeOfCell(value, pointIsDecimal), column), derived: true };
  const named = cellText(type).trim().toLowerCase();
  const known = VALUE_TYPES.find((one) => one === named);
  return known && columnOfType(known, column);
}

/** A number that nobody takes for a whole one. */
export function floatText(value: string | number): string | number {
  // From there on a number is written with an exponent (ECMA-262, 6.1.6.1.20).
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 1e21
    ? `${value},0`
    : value;
}
