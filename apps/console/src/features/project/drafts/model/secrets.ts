/** Columns that hold passwords and tokens. */
import type { TableInfo } from "../../../../compiler/protocol.ts";

/** What is not known yet may be a secret: a column of a pod type that is not loaded. */
export function hasSecrets(infos: readonly TableInfo[], table: string, column: string): boolean {
  const info = infos.find(({ name }) => name === table);
  if (!info) return false;
  const found = info.columns.find(({ name }) => name === column);
  if (!found) return !info.loaded || (table === "pods" && infos.some(({ loaded }) => !loaded));
  return [found, ...Object.values(found.byKind ?? {})].some(({ secret }) => secret);
}
