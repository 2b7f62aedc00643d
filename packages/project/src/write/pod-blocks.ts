/** Columns of the table `pods`, in the order in which people find their way: those of a pod type side by side. */
import type { Column } from "../columns.ts";
import type { PodSchema } from "../pod-schema.ts";
import { POD_COLUMNS } from "../tables.ts";
import { texts } from "./texts.ts";

export interface PodColumn {
  name: string;
  column: Column;
  /** What it means → the types that it means that to. Empty for columns of every pod. */
  meanings: ReadonlyMap<string, readonly string[]>;
  /** 0: of every pod, or of several types; otherwise the number of the type. */
  block: number;
}

/** First what every pod has, then what several types read, most of them first, then each type's own. */
export function podBlocks(schemas: readonly PodSchema[]): PodColumn[] {
  const own: PodColumn[] = Object.entries(POD_COLUMNS).map(([name, column]) => ({
    name,
    column,
    meanings: new Map(),
    block: 0,
  }));
  const users = new Map<string, { column: Column; types: PodSchema[] }>();
  for (const schema of schemas) {
    for (const [name, column] of Object.entries(schema.ifaceColumns)) {
      const known = users.get(name);
      if (known) known.types.push(schema);
      else users.set(name, { column, types: [schema] });
    }
  }
  const others = [...users].map(([name, { column, types }]): PodColumn & { users: number } => ({
    name,
    column,
    meanings: meaningsOf(name, types),
    block: types.length > 1 ? 0 : 1 + schemas.indexOf(types[0] as PodSchema),
    users: types.length,
  }));
  others.sort((a, b) => a.block - b.block || b.users - a.users);
  return [...own, ...others];
}

function meaningsOf(name: string, types: readonly PodSchema[]): Map<string, string[]> {
  const meanings = new Map<string, string[]>();
  for (const { type, ifaceColumns } of types) {
    const column = ifaceColumns[name];
    const help =
      column?.required && column.default === undefined ? texts.required(column.help) : (column?.help ?? "");
    meanings.set(help, [...(meanings.get(help) ?? []), type]);
  }
  return meanings;
}
