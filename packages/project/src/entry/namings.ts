/**
 * Cells of a draft that name a pod, a channel, a constant, a schedule or a meter, by the rules that the compiler reads them by. A table that
 * comes to name channels is added here.
 */
import type { DraftCell, DraftDocument, DraftRow, DraftTable } from "@hubwart/contract";
import { hasWildcard } from "@hubwart/core";
import { headerName } from "../check/table-view.ts";
import { fullConstant, fullPodId, fullSchedule } from "../full-names.ts";
import { tableKey } from "../read/table.ts";
import { METER_TYPE } from "../tables.ts";

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

/** Of a row that is what it names. */
export const DEFINING: ReadonlySet<Naming["role"]> = new Set([
  "pod",
  "channel",
  "constant",
  "schedule",
  "meter",
]);

/** The full names of rows that are a channel, a constant or a schedule, by the row's id. */
export function channelsOf(table: DraftTable, rows: readonly DraftRow[], types: ReadonlySet<string>) {
  const names = new Map<string, string>();
  for (const { name, role, row } of namingsIn(table, types, rows))
    if (role !== "pod" && role !== "meter" && DEFINING.has(role)) names.set(row.id, name);
  return names;
}

export const namingsOf = ({ tables }: DraftDocument, types: ReadonlySet<string>): Naming[] =>
  tables.flatMap((table) => namingsIn(table, types, table.rows));

export function namingsIn(
  table: DraftTable,
  types: ReadonlySet<string>,
  rows: readonly DraftRow[],
): Naming[] {
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
