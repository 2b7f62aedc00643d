/**
 * Where the tables of a draft name a pod, a channel, a constant, a schedule or a meter, by the rules that the compiler reads them by.
 *
 *     const subject = subjectOf(document, { table, row }, types);      // { kind: "channel", name: "mqtt.plant.power" }
 *     const { cells, scripts } = usageOf(document, subject, types);
 */
import type { DraftDocument } from "@hubwart/contract";
import { nameMatcher } from "@hubwart/core";
import { METER_FIGURES } from "../meter/figures.ts";
import { CONSTANT_TYPE, METER_TYPE, SCHEDULE_TYPE } from "../tables.ts";
import { DEFINING, type Naming, namingsIn, namingsOf } from "./namings.ts";

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
  const own = named.find(({ role }) => DEFINING.has(role));
  const chosen = own ?? named.find(({ column }) => column === at.column);
  // What has no type or pod before its name is no full name.
  if (!chosen?.name.includes(".")) return undefined;
  const kind = kindOf(chosen);
  // Of a figure the meter that it is of.
  return { kind, name: kind === "meter" ? chosen.name.split(".", 2).join(".") : chosen.name };
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
