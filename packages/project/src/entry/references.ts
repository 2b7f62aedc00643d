/**
 * Where the tables of a draft name a pod, a channel or a constant, by the rules that the compiler reads them by.
 *
 *     const subject = subjectOf(document, { table, row }, types);      // { kind: "channel", name: "mqtt.plant.power" }
 *     const { cells, scripts } = usageOf(document, subject, types);
 */
import type { DraftCell, DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";
import { hasWildcard, nameMatcher } from "@hubwart/core";
import { headerName } from "../check/table-view.ts";
import { fullConstant, fullPodId } from "../full-names.ts";
import { tableKey } from "../read/table.ts";
import { CONSTANT_TYPE } from "../tables.ts";

export interface Subject {
  kind: "pod" | "channel" | "constant";
  /** In full. */
  name: string;
}

export interface CellReference {
  table: string;
  row: string;
  column: string;
  /** The row is the subject's own. */
  defines: boolean;
}

export interface ScriptReference {
  script: string;
  /** From 1. */
  line: number;
  text: string;
}

export interface Usage {
  subject: Subject;
  /** In the order of the tables. */
  cells: CellReference[];
  /** Cells with a pattern that means it, among others. */
  patterns: CellReference[];
  /** By the letters alone: what a script puts together is not found. */
  scripts: ScriptReference[];
}

/** A cell that names something. */
export interface Naming {
  table: DraftTable;
  row: DraftRow;
  /** Id of the column. */
  column: string;
  /** `owner`: the pod of a channel; `pattern`: a reference with `*` or `?`. */
  role: "pod" | "owner" | "channel" | "constant" | "reference" | "pattern";
  /** In full. */
  name: string;
  /** As it stands there, and where in the cell's text it begins. */
  given: string;
  from: number;
}

/** Columns with full names, by table, and what stands between several in one cell; null: it holds one. */
const REFERENCES: Readonly<Record<string, Readonly<Record<string, RegExp | null>>>> = {
  links: { source: null, target: null },
  alarms: { source: null, limit: /;/, enable: null },
  classes: { way: /[,;\n]/ },
};

const LONGEST_LINE = 200;

export function subjectOf(
  document: DraftDocument,
  at: { table: string; row: string; column?: string | undefined },
  types: ReadonlySet<string>,
): Subject | undefined {
  const table = document.tables.find(({ id }) => id === at.table);
  const row = table?.rows.find(({ id }) => id === at.row);
  if (!table || !row) return undefined;
  const named = namingsIn(table, types, [row]).filter(({ role }) => role !== "pattern");
  const own = named.find(({ role }) => role === "pod" || role === "channel" || role === "constant");
  const chosen = own ?? named.find(({ column }) => column === at.column);
  // What has no type or pod before its name is no full name.
  if (!chosen?.name.includes(".")) return undefined;
  return { kind: kindOf(chosen), name: chosen.name };
}

/** The full names of rows that are a channel or a constant, by the row's id. */
export function channelsOf(table: DraftTable, rows: readonly DraftRow[], types: ReadonlySet<string>) {
  const names = new Map<string, string>();
  for (const { name, role, row } of namingsIn(table, types, rows))
    if (role === "channel" || role === "constant") names.set(row.id, name);
  return names;
}

export function usageOf(document: DraftDocument, subject: Subject, types: ReadonlySet<string>): Usage {
  const namings = namingsOf(document, types);
  const own = namings.filter((naming) => concerns(naming, subject));
  const met = new Set(own.map(placeOf));
  return {
    subject,
    cells: cellsOf(own, subject),
    patterns: cellsOf(
      patternsFor(namings, subject).filter((naming) => !met.has(placeOf(naming))),
      subject,
    ),
    scripts: inScripts(document.scripts, subject),
  };
}

/** A cell that names it twice is one place. */
function cellsOf(namings: readonly Naming[], { kind }: Subject): CellReference[] {
  return [...new Map(namings.map((naming) => [placeOf(naming), naming])).values()].map(
    ({ column, role, row, table }) => ({ table: table.id, row: row.id, column, defines: role === kind }),
  );
}

const placeOf = ({ column, row, table }: Naming): string => `${table.id} ${row.id} ${column}`;

function patternsFor(namings: readonly Naming[], { kind, name: wanted }: Subject): Naming[] {
  const patterns = namings.filter(({ role }) => role === "pattern");
  if (patterns.length === 0) return [];
  const inPod = ({ name, role }: Naming) => role === "channel" && name.startsWith(`${wanted}.`);
  const names = kind === "pod" ? namings.filter(inPod).map(({ name }) => name) : [wanted];
  return patterns.filter(({ name }) => names.some(nameMatcher([name])));
}

export const namingsOf = ({ tables }: DraftDocument, types: ReadonlySet<string>): Naming[] =>
  tables.flatMap((table) => namingsIn(table, types, table.rows));

/** A pod is named in the names of its channels too, and by a pattern that means no others. */
export function concerns({ name, role }: Naming, { kind, name: wanted }: Subject): boolean {
  if (name === wanted) return true;
  return kind === "pod" && (role === "reference" || role === "pattern") && name.startsWith(`${wanted}.`);
}

function kindOf({ name, role }: Naming): Subject["kind"] {
  if (role === "owner" || role === "pod" || name.split(".").length === 2) return "pod";
  return role === "constant" || name.startsWith(`${CONSTANT_TYPE}.`) ? "constant" : "channel";
}

function namingsIn(table: DraftTable, types: ReadonlySet<string>, rows: readonly DraftRow[]): Naming[] {
  const key = tableKey(table.name);
  const naming = namingOf(table, key, types);
  if (!naming) return [];
  const first = table.columns[0]?.id ?? "";
  return rows.flatMap((row) => (isForPeople(row.cells[first]) ? [] : naming(row)));
}

const isForPeople = (cell: DraftCell | undefined): boolean =>
  typeof cell === "string" && cell.trimStart().startsWith("#");

function namingOf(
  table: DraftTable,
  key: string,
  types: ReadonlySet<string>,
): ((row: DraftRow) => Naming[]) | undefined {
  const column = (name: string) => columnId(table, name);
  const one = (row: DraftRow, id: string, role: Naming["role"], nameOf: (given: string) => string) => {
    const given = textOf(row.cells[id]);
    return given === "" ? [] : [{ table, row, column: id, role, name: nameOf(given), given, from: 0 }];
  };
  if (key === "pods") return (row) => one(row, column("id"), "pod", (given) => given);
  if (key === "constants")
    return (row) => one(row, column("channel"), "constant", (given) => fullConstant(given) ?? given);
  if (Object.hasOwn(REFERENCES, key)) {
    const columns = Object.entries(REFERENCES[key] ?? {}).map(
      ([name, separator]) => [column(name), separator] as const,
    );
    return (row) =>
      columns.flatMap(([id, separator]) =>
        partsOf(textOf(row.cells[id]), separator).map(({ from, given }) => {
          const role = hasWildcard(given) ? "pattern" : "reference";
          return { table, row, column: id, role, name: given, given, from } as const;
        }),
      );
  }
  if (!types.has(key)) return undefined;
  const [pod, channel] = [column("pod"), column("channel")];
  return (row) => {
    const owner = one(row, pod, "owner", (given) => fullPodId(given, key));
    const [named] = owner;
    return named ? [...owner, ...one(row, channel, "channel", (given) => `${named.name}.${given}`)] : [];
  };
}

function partsOf(text: string, separator: RegExp | null): { given: string; from: number }[] {
  if (separator === null) return text === "" ? [] : [{ given: text, from: 0 }];
  let end = 0;
  return text.split(separator).flatMap((part) => {
    const from = end + (part.length - part.trimStart().length);
    // Each separator is one character.
    end += part.length + 1;
    const given = part.trim();
    return given === "" ? [] : [{ given, from }];
  });
}

/** Of two columns of one name the first is read. Empty where there is none. */
export const columnId = ({ columns }: DraftTable, name: string): string =>
  columns.find((column) => headerName(column.name) === name)?.id ?? "";

/** As the compiler reads a name. */
export const textOf = (cell: DraftCell | undefined): string =>
  cell === null || typeof cell === "object" || cell === undefined ? "" : String(cell).trim();

function inScripts(scripts: DraftDocument["scripts"], { kind, name }: Subject): ScriptReference[] {
  const letters = name.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);
  const pattern = new RegExp(`(?<![\\w.-])${letters}(?![\\w-]${kind === "pod" ? "" : "|\\.\\w"})`);
  return Object.entries(scripts).flatMap(([script, source]) =>
    source
      .split("\n")
      .flatMap((text, index) =>
        pattern.test(text) ? [{ script, line: index + 1, text: text.trim().slice(0, LONGEST_LINE) }] : [],
      ),
  );
}
