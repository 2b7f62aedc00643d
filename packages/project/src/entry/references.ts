/**
 * Where the tables of a draft name a pod, a channel, a constant, a schedule or a meter, by the rules that the compiler reads them by.
 *
 *     const subject = subjectOf(document, { table, row }, types);      // { kind: "channel", name: "mqtt.plant.power" }
 *     const { cells, scripts } = usageOf(document, subject, types);
 */
import type { DraftCell, DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";
import { hasWildcard, nameMatcher } from "@hubwart/core";
import { headerName } from "../check/table-view.ts";
import { fullConstant, fullPodId, fullSchedule } from "../full-names.ts";
import { METER_FIGURES } from "../meter/figures.ts";
import { tableKey } from "../read/table.ts";
import { CONSTANT_TYPE, METER_TYPE, SCHEDULE_TYPE } from "../tables.ts";

export interface Subject {
  kind: "pod" | "channel" | "constant" | "schedule" | "meter";
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
  /** `owner`: the pod of a channel; `timed`: the schedule of a time; `before`: the parent of a meter; `pattern`: a reference with `*` or `?`. */
  role:
    | "pod"
    | "owner"
    | "channel"
    | "constant"
    | "schedule"
    | "timed"
    | "meter"
    | "before"
    | "reference"
    | "pattern";
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
  pages: { source: /[,;\n]/, actual: null },
};

const LONGEST_LINE = 200;
/** Of a row that is what it names. */
const DEFINING: ReadonlySet<Naming["role"]> = new Set(["pod", "channel", "constant", "schedule", "meter"]);

export function subjectOf(
  document: DraftDocument,
  at: { table: string; row: string; column?: string | undefined },
  types: ReadonlySet<string>,
): Subject | undefined {
  const table = document.tables.find(({ id }) => id === at.table);
  const row = table?.rows.find(({ id }) => id === at.row);
  if (!table || !row) return undefined;
  const named = namingsIn(table, types, [row]).filter(({ role }) => role !== "pattern");
  const own = named.find(({ role }) => DEFINING.has(role));
  const chosen = own ?? named.find(({ column }) => column === at.column);
  // What has no type or pod before its name is no full name.
  if (!chosen?.name.includes(".")) return undefined;
  const kind = kindOf(chosen);
  // Of a figure the meter that it is of.
  return { kind, name: kind === "meter" ? chosen.name.split(".", 2).join(".") : chosen.name };
}

/** The full names of rows that are a channel, a constant or a schedule, by the row's id. */
export function channelsOf(table: DraftTable, rows: readonly DraftRow[], types: ReadonlySet<string>) {
  const names = new Map<string, string>();
  for (const { name, role, row } of namingsIn(table, types, rows))
    if (role !== "pod" && role !== "meter" && DEFINING.has(role)) names.set(row.id, name);
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
  if (kind === "meter")
    return patterns.filter(({ name }) =>
      METER_FIGURES.some((one) => nameMatcher([name])(`${wanted}.${one}`)),
    );
  const names = kind === "pod" ? namings.filter(inPod).map(({ name }) => name) : [wanted];
  return patterns.filter(({ name }) => names.some(nameMatcher([name])));
}

export const namingsOf = ({ tables }: DraftDocument, types: ReadonlySet<string>): Naming[] =>
  tables.flatMap((table) => namingsIn(table, types, table.rows));

/** A pod is named in the names of its channels too, and by a pattern that means no others. */
export function concerns({ name, role }: Naming, { kind, name: wanted }: Subject): boolean {
  if (name === wanted) return true;
  if (kind !== "pod" && kind !== "meter") return false;
  return (role === "reference" || role === "pattern") && name.startsWith(`${wanted}.`);
}

function kindOf({ name, role }: Naming): Subject["kind"] {
  if (name.startsWith(`${METER_TYPE}.`)) return "meter";
  if (role === "owner" || role === "pod" || name.split(".").length === 2) return "pod";
  if (role === "constant" || name.startsWith(`${CONSTANT_TYPE}.`)) return "constant";
  return role === "schedule" || name.startsWith(`${SCHEDULE_TYPE}.`) ? "schedule" : "channel";
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
  const schedule = (given: string) => fullSchedule(given) ?? given;
  if (key === "schedules") return (row) => one(row, column("id"), "schedule", schedule);
  if (key === "schedule_times") return (row) => one(row, column("schedule"), "timed", schedule);
  const meter = (given: string) => `${METER_TYPE}.${given}`;
  if (key === "meters")
    return (row) => [
      ...one(row, column("id"), "meter", meter),
      ...one(row, column("parent"), "before", meter),
      ...["source", "cost", "co2"].flatMap((name) => one(row, column(name), "reference", (given) => given)),
    ];
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
  const pattern = new RegExp(
    `(?<![\\w.-])${letters}(?![\\w-]${kind === "pod" || kind === "meter" ? "" : "|\\.\\w"})`,
  );
  return Object.entries(scripts).flatMap(([script, source]) =>
    source
      .split("\n")
      .flatMap((text, index) =>
        pattern.test(text) ? [{ script, line: index + 1, text: text.trim().slice(0, LONGEST_LINE) }] : [],
      ),
  );
}
