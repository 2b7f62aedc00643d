/** What may be meant by what was typed into a cell: names of the project, or what else stands in the column. */
import type { DraftCell, DraftDocument, DraftTable } from "@hubwart/contract";
import { podSchemas } from "@hubwart/pods/schemas";
import { channelsOf } from "@hubwart/project/tables";

const MOST = 50;
const TYPES = new Set(podSchemas.map(({ type }) => type));
/** Pods that people are told by. */
const TELLING = new Set(podSchemas.filter(({ tells }) => tells).map(({ type }) => type));
/** Columns of alarms that take the name of a channel or constant. */
const NAMING = new Set(["source", "limit", "enable"]);
/** By table and column: what separates several values in one cell. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ["alarms limit", ";"],
  ["classes way", ","],
]);
const key = (name: string): string => name.normalize("NFC").trim().toLowerCase();

export function suggest(
  document: DraftDocument,
  asked: { table: string; column: string; text: string },
): string[] {
  const table = document.tables.find(({ id }) => id === asked.table);
  if (!table) return [];
  const column = key(asked.column);
  const separator = SEPARATORS.get(`${key(table.name)} ${column}`);
  // Of several the last is being typed.
  const cut = separator === undefined ? 0 : asked.text.lastIndexOf(separator) + 1;
  const before = asked.text.slice(0, cut);
  const wanted = asked.text.slice(cut).trim().toLowerCase();
  const found = new Set<string>();
  for (const name of namesFor(document, table, column)) {
    if (name !== "" && name.toLowerCase().includes(wanted)) found.add(`${before}${name}`);
    if (found.size === MOST) break;
  }
  return [...found];
}

function namesFor(document: DraftDocument, table: DraftTable, column: string): Iterable<string> {
  const name = key(table.name);
  if (name === "links" && (column === "source" || column === "target"))
    return [...channels(document), ...(column === "source" ? constants(document) : [])];
  if (name === "alarms") return forAlarms(document, table, column);
  if (name === "classes" && column === "way") return ways(document);
  if (TYPES.has(name) && column === "pod")
    return columnIn(document, "pods", "id")
      .filter((id) => id.startsWith(`${name}.`))
      .map((id) => id.slice(name.length + 1));
  return cellsOf(table, column);
}

function forAlarms(document: DraftDocument, table: DraftTable, column: string): Iterable<string> {
  if (NAMING.has(column)) return [...channels(document), ...constants(document)];
  if (column === "class") return columnIn(document, "classes", "class");
  return column === "parent" ? columnIn(document, "alarms", "id") : cellsOf(table, column);
}

function* ways(document: DraftDocument): Generator<string> {
  const telling = (name: string) => TELLING.has(name.split(".")[0] ?? "");
  for (const id of columnIn(document, "pods", "id")) if (telling(id)) yield id;
  for (const name of channels(document)) if (telling(name)) yield name;
}

function* channels({ tables }: DraftDocument): Generator<string> {
  for (const table of tables)
    if (key(table.name) !== "constants") yield* channelsOf(table, table.rows, TYPES).values();
}

const constants = ({ tables }: DraftDocument): string[] =>
  tables
    .filter((table) => key(table.name) === "constants")
    .flatMap((table) => [...channelsOf(table, table.rows, TYPES).values()]);

function columnIn({ tables }: DraftDocument, name: string, column: string): string[] {
  return tables.filter((table) => key(table.name) === name).flatMap((table) => [...cellsOf(table, column)]);
}

function* cellsOf(table: DraftTable, column: string): Generator<string> {
  const id = idOf(table, column);
  if (id !== undefined) for (const { cells } of table.rows) yield text(cells[id]);
}

const idOf = ({ columns }: DraftTable, name: string): string | undefined =>
  columns.find((column) => key(column.name) === name)?.id;
const text = (cell: DraftCell | undefined): string =>
  typeof cell === "string" || typeof cell === "number" ? String(cell).trim() : "";
