/** A pod, channel, constant, schedule or meter under another name, wherever tables name it; scripts are left to people. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { fullConstant, fullSchedule, nameProblem } from "../full-names.ts";
import { CONSTANT_TYPE, SCHEDULE_TYPE } from "../tables.ts";
import { type Naming, namingsOf, textOf } from "./namings.ts";
import { concerns, type Subject } from "./references.ts";

/** `taken`: something has that name already, or names it though it is not there. */
export type NameRefusal = { refused: "bad" | "reserved" | "same" | "taken"; name: string };
export type Plan = { ops: DraftOperation[]; name: string };

/** @param given what a person typed: the last part of the name; of a constant or schedule its group too, or not */
export function renameOps(
  document: DraftDocument,
  subject: Subject,
  given: string,
  types: ReadonlySet<string>,
): Plan | NameRefusal {
  const name = newName(subject, given);
  if (typeof name !== "string") return { refused: name.problem, name: given };
  if (name === subject.name) return { refused: "same", name };
  const namings = namingsOf(document, types);
  if (isTaken(namings, { kind: subject.kind, name })) return { refused: "taken", name };
  const texts = new Map<string, { table: string; cell: [string, string, string] }>();
  // From the back, so that what stands before in the same cell keeps its place.
  for (const naming of namings.toReversed()) {
    if (!concerns(naming, subject)) continue;
    const { column, from, given: before, row, table } = naming;
    const place = `${table.id} ${row.id} ${column}`;
    const text = texts.get(place)?.cell[2] ?? textOf(row.cells[column]);
    const changed = `${text.slice(0, from)}${renamed(naming, subject, name)}${text.slice(from + before.length)}`;
    texts.set(place, { table: table.id, cell: [row.id, column, changed] });
  }
  const ops = new Map<string, Extract<DraftOperation, { op: "set" }>>();
  for (const { cell, table } of [...texts.values()].reverse()) {
    const op = ops.get(table) ?? { op: "set", table, cells: [] };
    op.cells.push(cell);
    ops.set(table, op);
  }
  return { ops: [...ops.values()], name };
}

export const isTaken = (namings: readonly Naming[], subject: Subject): boolean =>
  namings.some((naming) => concerns(naming, subject));

/** As a person types it. */
export const shortName = (subject: Subject): string => subject.name.slice(fixedPart(subject).length);

/** Of a channel its pod, of a pod its type. */
function fixedPart({ kind, name }: Subject): string {
  const parts = name.split(".").slice(0, kind === "channel" ? 2 : 1);
  return `${parts.join(".")}.`;
}

function newName(subject: Subject, given: string): string | { problem: "bad" | "reserved" } {
  const typed = given.trim();
  if (subject.kind === "constant") return fullConstant(typed) ?? { problem: "bad" };
  if (subject.kind === "schedule") return fullSchedule(typed) ?? { problem: "bad" };
  const problem = nameProblem(typed);
  return problem ? { problem } : `${fixedPart(subject)}${typed}`;
}

/** In the form that the cell had: with or without what need not be said. */
function renamed({ given, name: before, role }: Naming, subject: Subject, name: string): string {
  const short = shortName({ ...subject, name });
  switch (role) {
    case "pod":
      return name;
    case "owner":
      return given.includes(".") ? name : short;
    case "channel":
    case "meter":
    case "before":
      return short;
    case "constant":
    case "schedule":
    case "timed":
      if ([CONSTANT_TYPE, SCHEDULE_TYPE].some((type) => given.startsWith(`${type}.`))) return name;
      return given.includes(".") ? short : shortest(short);
    case "pattern":
    case "reference":
      return `${name}${before.slice(subject.name.length)}`;
  }
}

/** Of a constant or schedule without the group that is meant anyway. */
function shortest(short: string): string {
  const last = short.slice(short.lastIndexOf(".") + 1);
  return fullConstant(last) === fullConstant(short) ? last : short;
}
