import { blockKey } from "../page/key.ts";
import { CONSTANT_TYPE, DEFAULT_IFACE, SCHEDULE_TYPE } from "../tables.ts";

/**
 * What tells a row from the others of its table, as the compiler does: one row for each. Undefined as long as a part that is needed is missing,
 * and for tables without keys.
 *
 * @param table as it is looked up
 */
export function rowKey(table: string, cell: (column: string) => string): readonly string[] | undefined {
  const parts = partsOf(table, cell);
  return parts.includes("") ? undefined : parts;
}

function partsOf(table: string, cell: (column: string) => string): readonly string[] {
  switch (table) {
    case "project":
      return [cell("key").toLowerCase()];
    case "pods":
      return [cell("id"), cell("iface") || DEFAULT_IFACE];
    case "links":
      return [cell("source"), cell("target")];
    case "constants":
      return [withoutPrefix(cell("channel"), `${CONSTANT_TYPE}.`)];
    case "schedules":
      return [withoutPrefix(cell("id"), `${SCHEDULE_TYPE}.`)];
    case "schedule_times":
      return [withoutPrefix(cell("schedule"), `${SCHEDULE_TYPE}.`), cell("days"), cell("at")];
    case "calendars":
      return [cell("calendar"), cell("from")];
    case "meters":
    case "alarms":
      return [cell("id")];
    case "classes":
      return [cell("class"), cell("step")];
    case "pages":
      return blockKey(cell);
    default:
      return [withoutPrefix(cell("pod"), `${table}.`), cell("channel")];
  }
}

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;
