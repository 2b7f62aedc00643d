import { CONSTANT_TYPE, DEFAULT_IFACE } from "../tables.ts";

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
    case "alarms":
      return [cell("id")];
    case "classes":
      return [cell("class"), cell("step")];
    default:
      return [withoutPrefix(cell("pod"), `${table}.`), cell("channel")];
  }
}

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;
