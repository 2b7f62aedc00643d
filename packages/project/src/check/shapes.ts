/** Which columns tables have, for those who read, write and arrange them. */
import type { PodSchema } from "../pod-schema.ts";
import { channelColumns, POD_COLUMNS, type TableFacts } from "../tables.ts";

export interface TableShape {
  /** Names of all columns, in lower case. */
  known: ReadonlySet<string>;
  required: readonly string[];
}

export const shapeFrom = ({ columns, required }: TableFacts): TableShape => ({
  known: new Set(Object.keys(columns)),
  required,
});

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
