/** A pod with its interfaces and channels once more, under another name and at another place. Links are not copied. */
import type { DraftDocument, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { nameProblem } from "../full-names.ts";
import { columnId, type Naming, namingsOf, textOf } from "./references.ts";
import { isTaken, type NameRefusal, type Plan } from "./rename.ts";

/** Where an interface lies: what is another one for a second pod. */
const PLACES = ["host", "url", "device", "bind", "port"];

export interface PodPlace {
  row: string;
  /** Empty: main. */
  iface: string;
  /** Id and name of the column, and what stands in it. */
  column: string;
  name: string;
  value: string;
}

/** What a copy of the pod would share with it, interface by interface. */
export function placesOfPod(document: DraftDocument, pod: string, types: ReadonlySet<string>): PodPlace[] {
  return rowsOf(namingsOf(document, types), pod, "pod").flatMap(({ row, table }) =>
    PLACES.flatMap((name) => {
      const column = columnId(table, name);
      const value = textOf(row.cells[column]);
      const iface = textOf(row.cells[columnId(table, "iface")]);
      return value === "" ? [] : [{ row: row.id, iface, column, name, value }];
    }),
  );
}

export interface PodCopy {
  /** Full id of the pod. */
  pod: string;
  /** Without its type. */
  name: string;
  places: readonly Pick<PodPlace, "row" | "column" | "value">[];
  /** Beginning of the ids of the new rows, which nobody else makes. */
  prefix: string;
}

export function copyPodOps(
  document: DraftDocument,
  { name: given, places, pod, prefix }: PodCopy,
  types: ReadonlySet<string>,
): Plan | NameRefusal {
  const typed = given.trim();
  const problem = nameProblem(typed);
  if (problem) return { refused: problem, name: given };
  const name = `${pod.slice(0, pod.lastIndexOf(".") + 1)}${typed}`;
  const namings = namingsOf(document, types);
  if (isTaken(namings, { kind: "pod", name })) return { refused: "taken", name };
  const moved = new Map(places.map(({ column, row, value }) => [`${row} ${column}`, value]));
  let made = 0;
  const copied = ({ column, given: before, role, row }: Naming): DraftRow => {
    made += 1;
    const own = Object.entries(row.cells).map(([id, cell]) => [id, moved.get(`${row.id} ${id}`) ?? cell]);
    const named = role === "owner" && !before.includes(".") ? typed : name;
    return { id: `${prefix}-${made}`, cells: { ...Object.fromEntries(own), [column]: named } };
  };
  const ops = [...rowsOf(namings, pod, "pod"), ...rowsOf(namings, pod, "owner")].reduce(
    (inserts, naming) => inserted(inserts, naming, copied(naming)),
    new Map<string, Extract<DraftOperation, { op: "insert" }>>(),
  );
  return { ops: [...ops.values()], name };
}

const rowsOf = (namings: readonly Naming[], pod: string, role: "pod" | "owner"): Naming[] =>
  namings.filter((naming) => naming.role === role && naming.name === pod);

/** Behind the last row of the pod in its table. */
function inserted<I extends Map<string, Extract<DraftOperation, { op: "insert" }>>>(
  inserts: I,
  { row, table }: { row: DraftRow; table: DraftTable },
  added: DraftRow,
): I {
  const rows = [...(inserts.get(table.id)?.rows ?? []), added];
  inserts.set(table.id, { op: "insert", table: table.id, after: row.id, rows });
  return inserts;
}
