/** Where a place that an address names is in the draft by now. */
import type { DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import type { DraftPlace } from "../../../../lib/draft-place.ts";
import { cellText } from "./cells.ts";
import { at, type Selection, type Spot } from "./selection.ts";
import { type TableView, tableKey, viewOf } from "./table-view.ts";

export type Target = CellTarget | ScriptTarget;

export interface ScriptTarget {
  script: string;
  line?: number | undefined;
}

export interface CellTarget {
  table: string;
  row?: string | undefined;
  column?: string | undefined;
  /** As the header says it, also of a column that the draft does not have yet. */
  header?: string | undefined;
}

/** What an address calls the scripts, unless the draft has a table of that name. */
const SCRIPTS = "lua";

/**
 * Its table alone for a row that is not there; undefined without the table, or the script.
 *
 * @param rebuilt rows stand elsewhere than in the workbook whose lines an address counts
 */
export function targetOf(document: DraftDocument, address: DraftPlace, rebuilt = false): Target | undefined {
  const { row: line, ...others } = address;
  const place: DraftPlace = line === undefined || rebuilt ? others : address;
  const tables = document.tables.filter(({ name }) => tableKey(name) === tableKey(place.table ?? ""));
  for (const table of tables) {
    const row = rowOf(table, place);
    if (row) return { table: table.id, row: row.id, header: place.column };
  }
  const [first] = tables;
  if (!first && tableKey(place.table ?? "") === SCRIPTS) {
    const { name = "" } = place;
    return Object.hasOwn(document.scripts, name) ? { script: name, line } : undefined;
  }
  return first && { table: first.id, header: place.column };
}

/** Its line may have changed since; its name less likely: the line decides where several rows have the name. */
function rowOf(table: DraftTable, { iface, name, row: line }: DraftPlace): DraftRow | undefined {
  const there = line === undefined ? undefined : table.rows[line - table.above.length - 2];
  if (name === undefined) return there;
  const named = table.rows.filter(
    (row) => names(table, row, name) && (iface === undefined || ifaceOf(table, row) === iface),
  );
  return there && named.includes(there) ? there : named[0];
}

/** The interface of a row that names none. */
const MAIN = "main";

const ifaceOf = (table: DraftTable, row: DraftRow): string => textIn(table, row, "iface") || MAIN;

function textIn(table: DraftTable, row: DraftRow, header: string): string {
  const id = table.columns.find((column) => tableKey(column.name) === header)?.id;
  return id === undefined ? "" : cellText(row.cells[id]).trim();
}

/** A pod by its id; a channel by its pod, with or without the type, and its own name; a constant or schedule with or without its group. */
function names(table: DraftTable, row: DraftRow, name: string): boolean {
  const type = tableKey(table.name);
  const cell = (header: string): string => textIn(table, row, header);
  const channel = cell("channel");
  const grouped = (head: string, own: string) =>
    [`${head}.main.`, `${head}.`, ""].some((start) => `${start}${own}` === name);
  if (type === "schedules") return grouped("sched", cell("id"));
  if (type === "schedule_times") return grouped("sched", cell("schedule"));
  if (type === "calendars") return cell("calendar") === name;
  if (channel === "") return cell("id") === name;
  if (type === "constants") return grouped("const", channel);
  const pod = cell("pod");
  return `${pod.startsWith(`${type}.`) ? pod : `${type}.${pod}`}.${channel}` === name;
}

/** The cell of a target in its table, as the grid counts; the first one for what is not said or not shown. */
export function selectionOf(table: DraftTable, infos: readonly TableInfo[], target: CellTarget): Selection {
  const { columns } = viewOf(table, infos);
  const header = target.header === undefined ? undefined : tableKey(target.header);
  const column = columns.findIndex(({ id, name }) =>
    header === undefined ? id !== undefined && id === target.column : tableKey(name) === header,
  );
  const row = table.rows.findIndex(({ id }) => id === target.row);
  return at({ row: Math.max(0, row), column: Math.max(0, column) });
}

/** A cell as the address keeps it: row and column by their ids; the row for what is new has none. */
export const cellKey = ({ columns, rows }: TableView, { column, row }: Spot): string =>
  `${rows[row]?.id ?? ""}/${columns[column]?.key ?? ""}`;

/** Where that is by now; undefined where its row is gone. */
export function selectionAt(
  table: DraftTable,
  infos: readonly TableInfo[],
  cell: string,
): Selection | undefined {
  const [row = "", key = ""] = cell.split("/");
  const index = row === "" ? table.rows.length : table.rows.findIndex(({ id }) => id === row);
  if (!cell.includes("/") || index < 0) return undefined;
  const column = viewOf(table, infos).columns.findIndex((one) => one.key === key);
  return at({ row: index, column: Math.max(0, column) });
}

/** The same rows after somebody else's change; where one is gone, what stands in its place. */
export function followed(
  selections: Readonly<Record<string, Selection>>,
  before: DraftDocument,
  now: DraftDocument,
): Record<string, Selection> {
  const places = Object.entries(selections).map(([table, selection]) => {
    const was = before.tables.find(({ id }) => id === table)?.rows ?? [];
    const is = now.tables.find(({ id }) => id === table)?.rows ?? [];
    const follow = ({ column, row }: Selection["head"]): Selection["head"] => {
      const id = was[row]?.id;
      // The empty row at the end.
      if (id === undefined) return { row: row - was.length + is.length, column };
      const found = is[row]?.id === id ? row : is.findIndex((one) => one.id === id);
      return { row: found === -1 ? row : found, column };
    };
    return [table, { anchor: follow(selection.anchor), head: follow(selection.head) }] as const;
  });
  return Object.fromEntries(places);
}
