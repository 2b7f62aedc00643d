/** Columns and shapes of all tables that a project may have, for those who read, write and arrange them on a device. */
import { ALARM_TABLES } from "./alarm-tables.ts";
import type { TableShape } from "./check/shapes.ts";
import type { Columns } from "./columns.ts";
import { METER_TABLES } from "./meter-tables.ts";
import { PAGE_TABLES } from "./page-tables.ts";
import type { PartTables } from "./parts.ts";
import type { PodSchema } from "./pod-schema.ts";
import { SCHEDULE_TABLES } from "./schedule-tables.ts";
import { columnsIn, shapeIn } from "./vocabulary.ts";

const ALL: PartTables = {
  alarms: { tables: ALARM_TABLES },
  schedules: { tables: SCHEDULE_TABLES },
  meters: { tables: METER_TABLES },
  pages: { tables: PAGE_TABLES },
};

/** Undefined for a table that no project has. */
export const columnsOf = (name: string, schemas: readonly PodSchema[]): Columns | undefined =>
  columnsIn({ schemas, parts: ALL }, name);

/** By the key of the table; undefined for one that no project has. */
export const shapeOf = (name: string, schemas: readonly PodSchema[]): TableShape | undefined =>
  shapeIn({ schemas, parts: ALL }, name);
