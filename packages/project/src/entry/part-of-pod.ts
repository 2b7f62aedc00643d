/** What of a draft says how one pod connects. */
import type { DraftDocument } from "@hubwart/contract";
import { tableKey } from "../read/table.ts";
import { DEFAULT_IFACE } from "../tables.ts";
import { columnId, namingsOf, textOf } from "./namings.ts";

export interface PodPart {
  /** Full id. */
  pod: string;
  iface: string;
  /** The project's own table, and the rows of this pod and of its channels. */
  document: DraftDocument;
}

/** By a row of `pods`; undefined for any other. */
export function partOfPod(
  document: DraftDocument,
  row: string,
  types: ReadonlySet<string>,
): PodPart | undefined {
  const namings = namingsOf(document, types);
  const found = namings.find((naming) => naming.role === "pod" && naming.row.id === row);
  if (!found) return undefined;
  const own = new Map<string, Set<string>>();
  for (const { name, role, row: each, table } of namings)
    if (name === found.name && (role === "pod" || role === "owner"))
      own.set(table.id, (own.get(table.id) ?? new Set()).add(each.id));
  const tables = document.tables.flatMap((table) => {
    if (tableKey(table.name) === "project") return [table];
    const rows = own.get(table.id);
    return rows ? [{ ...table, rows: table.rows.filter(({ id }) => rows.has(id)) }] : [];
  });
  const iface = textOf(found.row.cells[columnId(found.table, "iface")]) || DEFAULT_IFACE;
  return { pod: found.name, iface, document: { tables, scripts: {} } };
}
