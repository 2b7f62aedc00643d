/** The columns of each table in the order in which people find their way: that of the template. */
import { ALARM_COLUMNS, CLASS_COLUMNS } from "./alarm-tables.ts";
import type { Columns } from "./columns.ts";
import { METER_COLUMNS } from "./meter-tables.ts";
import { PAGE_COLUMNS } from "./page-tables.ts";
import type { PodSchema } from "./pod-schema.ts";
import { CALENDAR_COLUMNS, SCHEDULE_COLUMNS, SCHEDULE_TIME_COLUMNS } from "./schedule-tables.ts";
import { CONSTANT_COLUMNS, channelColumns, LINK_COLUMNS, PROJECT_COLUMNS } from "./tables.ts";
import { podBlocks } from "./write/pod-blocks.ts";

/**
 * Undefined for a table that no project has. In `pods` a column may mean something else to each type: what it takes is the
 * type's own to say.
 */
export function columnsOf(name: string, schemas: readonly PodSchema[]): Columns | undefined {
  switch (name) {
    case "project":
      return PROJECT_COLUMNS;
    case "pods":
      return Object.fromEntries(podBlocks(schemas).map(({ column, name: own }) => [own, column]));
    case "links":
      return LINK_COLUMNS;
    case "constants":
      return CONSTANT_COLUMNS;
    case "schedules":
      return SCHEDULE_COLUMNS;
    case "schedule_times":
      return SCHEDULE_TIME_COLUMNS;
    case "calendars":
      return CALENDAR_COLUMNS;
    case "meters":
      return METER_COLUMNS;
    case "alarms":
      return ALARM_COLUMNS;
    case "classes":
      return CLASS_COLUMNS;
    case "pages":
      return PAGE_COLUMNS;
    default: {
      const schema = schemas.find(({ type }) => type === name);
      return schema && { ...channelColumns(schema), ...schema.channelColumns };
    }
  }
}
