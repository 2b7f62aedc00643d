import { headerName } from "../check/table-view.ts";
import type { Columns } from "../columns.ts";
import type { PodSchema } from "../pod-schema.ts";
import { tableKey } from "../read/table.ts";

/** Whether the cells of a column hold passwords or tokens. In `pods`, where types share columns: those of one type do. */
export function isSecretColumn(table: string, column: string, schemas: readonly PodSchema[]): boolean {
  const key = tableKey(table);
  const name = headerName(column);
  const secret = (columns: Columns) => Object.hasOwn(columns, name) && columns[name]?.secret === true;
  if (key === "pods") return schemas.some(({ ifaceColumns }) => secret(ifaceColumns));
  return schemas.some(({ channelColumns, type }) => type === key && secret(channelColumns));
}
