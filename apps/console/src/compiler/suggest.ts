/** What may be meant by what was typed into a cell: names of the project, or what else stands in the column. */
import type { DraftCell, DraftDocument, DraftTable } from "@hubwart/contract";
import { knownTypes } from "@hubwart/pods/schema-loaders";
import { channelsOf, figureName, METER_FIGURES } from "@hubwart/project/tables";

const MOST = 50;
const TYPES: ReadonlySet<string> = new Set(knownTypes.types);
/** Pods that people are told by. */
const TELLING: ReadonlySet<string> = new Set(knownTypes.telling);
/** Columns of alarms that take the name of a channel, constant or schedule. */
const NAMING = new Set(["source", "limit", "enable"]);
/** By table and column: what separates several values in one cell. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ["alarms limit", ";"],
  ["classes way", ","],
  ["pages source", ","],
  ["schedules calendar", ","],
  ["schedule_times days", ","],
]);
/** Tables of sources that are no channels. */
const FIXED = new Set(["constants", "schedules"]);
/** Columns of meters that take a name. */
const READ_BY_METERS = new Set(["source", "cost", "co2"]);
/** Days that are meant most. */
const WEEK = ["Mo–Fr", "Sa", "So", "Mo–So"];
/** What the name of a pod begins with. */
const NEW_PODS = knownTypes.types.map((type) => `${type}.`);
const key = (name: string): string => name.normalize("NFC").trim().toLowerCase();

/** Channels and constants with the text in their names; those that begin with it first. */
export function namesLike(document: DraftDocument, text: string): string[] {
  const wanted = text.trim().toLowerCase();
  const [first, others]: [string[], string[]] = [[], []];
  for (const name of new Set(namesOf(document))) {
    const at = name.toLowerCase().indexOf(wanted);
    if (at === 0) first.push(name);
    else if (at > 0 && others.length < MOST) others.push(name);
    if (first.length === MOST) break;
  }
  return [...first, ...others].slice(0, MOST);
}

/** Ids of alarms, and of those among them that scripts raise. */
export function alarmIds({ tables }: DraftDocument): { alarms: Set<string>; ofScripts: Set<string> } {
  const found = { alarms: new Set<string>(), ofScripts: new Set<string>() };
  for (const table of tables) {
    const id = key(table.name) === "alarms" ? idOf(table, "id") : undefined;
    if (id === undefined) continue;
    const kind = idOf(table, "kind") ?? "";
    for (const { cells } of table.rows) {
      const name = text(cells[id]);
      if (name === "") continue;
      found.alarms.add(name);
      if (key(text(cells[kind])) === "script") found.ofScripts.add(name);
    }
  }
  return found;
}

/** Of all channels, constants and figures of meters, in the order of the tables. */
export const namesOf = (document: DraftDocument): string[] => [
  ...channels(document),
  ...constants(document),
  ...figures(document),
];

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
    return column === "source" ? namesOf(document) : channels(document);
  if (name === "schedules" && column === "calendar") return columnIn(document, "calendars", "calendar");
  if (name === "schedule_times" && column === "days")
    return [...columnIn(document, "calendars", "calendar"), ...WEEK];
  if (name === "schedule_times" && column === "schedule") return columnIn(document, "schedules", "id");
  if (name === "meters") return forMeters(document, table, column);
  if (name === "alarms") return forAlarms(document, table, column);
  if (name === "pages") return forPages(document, table, column);
  if (name === "classes" && column === "way") return ways(document);
  if (name === "pods" && column === "id") return [...cellsOf(table, column), ...NEW_PODS];
  if (TYPES.has(name) && column === "pod")
    return columnIn(document, "pods", "id")
      .filter((id) => id.startsWith(`${name}.`))
      .map((id) => id.slice(name.length + 1));
  return cellsOf(table, column);
}

function forAlarms(document: DraftDocument, table: DraftTable, column: string): Iterable<string> {
  if (NAMING.has(column)) return namesOf(document);
  if (column === "class") return columnIn(document, "classes", "class");
  return column === "parent" ? columnIn(document, "alarms", "id") : cellsOf(table, column);
}

function forMeters(document: DraftDocument, table: DraftTable, column: string): Iterable<string> {
  if (READ_BY_METERS.has(column)) return column === "source" ? channels(document) : namesOf(document);
  return column === "parent" ? columnIn(document, "meters", "id") : cellsOf(table, column);
}

function forPages(document: DraftDocument, table: DraftTable, column: string): Iterable<string> {
  if (column === "source") return [...namesOf(document), ...cellsOf(table, column)];
  if (column === "actual") return channels(document);
  return column === "on" ? cellsOf(table, "source") : cellsOf(table, column);
}

function* ways(document: DraftDocument): Generator<string> {
  const telling = (name: string) => TELLING.has(name.split(".")[0] ?? "");
  for (const id of columnIn(document, "pods", "id")) if (telling(id)) yield id;
  for (const name of channels(document)) if (telling(name)) yield name;
}

function* channels({ tables }: DraftDocument): Generator<string> {
  for (const table of tables)
    if (!FIXED.has(key(table.name))) yield* channelsOf(table, table.rows, TYPES).values();
}

const constants = ({ tables }: DraftDocument): string[] =>
  tables
    .filter((table) => FIXED.has(key(table.name)))
    .flatMap((table) => [...channelsOf(table, table.rows, TYPES).values()]);

function* figures(document: DraftDocument): Generator<string> {
  for (const id of columnIn(document, "meters", "id"))
    if (id !== "") for (const figure of METER_FIGURES) yield figureName(id, figure);
}

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
