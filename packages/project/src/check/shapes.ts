/** Which columns each table of a project has, for those who read, write and arrange tables. */
import type { Columns } from "../columns.ts";
import type { PodSchema } from "../pod-schema.ts";
import { CONSTANT_COLUMNS, channelColumns, LINK_COLUMNS, POD_COLUMNS, PROJECT_COLUMNS } from "../tables.ts";

export interface TableShape {
  /** Names of all columns, in lower case. */
  known: ReadonlySet<string>;
  required: readonly string[];
}

const COMMON: Readonly<Record<string, { columns: Columns; required: readonly string[] }>> = {
  project: { columns: PROJECT_COLUMNS, required: ["key", "value"] },
  links: { columns: LINK_COLUMNS, required: ["source", "target"] },
  constants: { columns: CONSTANT_COLUMNS, required: ["channel", "value"] },
};

/** By the name of the table; undefined for one that no project has. */
export function shapeOf(name: string, schemas: Iterable<PodSchema>): TableShape | undefined {
  const common = Object.hasOwn(COMMON, name) ? COMMON[name] : undefined;
  if (common) return { known: new Set(Object.keys(common.columns)), required: common.required };
  if (name === "pods") return podsShape(schemas);
  const schema = [...schemas].find(({ type }) => type === name);
  return schema && channelShape(schema);
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
