/** Where a place that an address names is in the draft by now. */
import type { DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import type { DraftPlace } from "../../../../lib/draft-place.ts";
import { cellText } from "./cells.ts";
import { at, type Selection } from "./selection.ts";
import { tableKey, viewOf } from "./table-view.ts";

export interface Target {
  table: string;
  row?: string | undefined;
  column?: string | undefined;
  /** As the header says it, also of a column that the draft does not have yet. */
  header?: string | undefined;
}

/** Its table alone for a row that is not there; undefined without the table. */
export function targetOf(document: DraftDocument, place: DraftPlace): Target | undefined {
  const tables = document.tables.filter(({ name }) => tableKey(name) === tableKey(place.table ?? ""));
  for (const table of tables) {
    const row = rowOf(table, place);
    if (row) return { table: table.id, row: row.id, header: place.column };
  }
  const [first] = tables;
  return first && { table: first.id, header: place.column };
}

/** Its line may have changed since, and in a draft that was rebuilt it has; its name less likely: the line decides where several rows have the name. */
function rowOf(table: DraftTable, { name, row: line }: DraftPlace): DraftRow | undefined {
  const there = line === undefined ? undefined : table.rows[line - table.above.length - 2];
  if (name === undefined) return there;
  const named = table.rows.filter((row) => names(table, row, name));
  return there && named.includes(there) ? there : named[0];
}

/** A pod by its id; a channel by its pod, with or without the type, and its own name; a constant with or without its group. */
function names(table: DraftTable, row: DraftRow, name: string): boolean {
  const type = tableKey(table.name);
  const cell = (header: string): string => {
    const id = table.columns.find((column) => tableKey(column.name) === header)?.id;
    return id === undefined ? "" : cellText(row.cells[id]).trim();
  };
  const channel = cell("channel");
  if (channel === "") return cell("id") === name;
  if (type === "constants") return ["const.main.", "const.", ""].some((head) => `${head}${channel}` === name);
  const pod = cell("pod");
  return `${pod.startsWith(`${type}.`) ? pod : `${type}.${pod}`}.${channel}` === name;
}

/** The cell of a target in its table, as the grid counts; the first one for what is not said or not shown. */
export function selectionOf(table: DraftTable, infos: readonly TableInfo[], target: Target): Selection {
  const { columns } = viewOf(table, infos);
  const header = target.header === undefined ? undefined : tableKey(target.header);
  const column = columns.findIndex(({ id, name }) =>
    header === undefined ? id !== undefined && id === target.column : tableKey(name) === header,
  );
  const row = table.rows.findIndex(({ id }) => id === target.row);
  return at({ row: Math.max(0, row), column: Math.max(0, column) });
}
