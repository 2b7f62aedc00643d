/** A pod with its interfaces and channels once more, under another name and at another place, with its links where that is wanted. */
import type { DraftDocument, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { nameProblem } from "../full-names.ts";
import { tableKey } from "../read/table.ts";
import { columnId, type Naming, namingsOf, textOf } from "./namings.ts";
import { concerns } from "./references.ts";
import { isTaken, type NameRefusal, type Plan } from "./rename.ts";

const LINKS = "links";
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

/** Links that begin or end at the pod. */
export const linksOfPod = (document: DraftDocument, pod: string, types: ReadonlySet<string>): number =>
  linkRows(namingsOf(document, types), pod).size;

export interface PodCopy {
  /** Full id of the pod. */
  pod: string;
  /** Without its type. */
  name: string;
  places: readonly Pick<PodPlace, "row" | "column" | "value">[];
  /** Its links too, from and to the copy's channels. */
  links: boolean;
  /** Beginning of the ids of the new rows, which nobody else makes. */
  prefix: string;
}

export function copyPodOps(
  document: DraftDocument,
  { links, name: given, places, pod, prefix }: PodCopy,
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
  const next = (cells: DraftRow["cells"]): DraftRow => {
    made += 1;
    return { id: `${prefix}-${made}`, cells };
  };
  const copied = ({ column, given: before, role, row }: Naming): DraftRow => {
    // Rows of other tables may have the same id.
    const at = (id: string) => (role === "pod" ? moved.get(`${row.id} ${id}`) : undefined);
    const own = Object.entries(row.cells).map(([id, cell]) => [id, at(id) ?? cell]);
    const named = role === "owner" && !before.includes(".") ? typed : name;
    return next({ ...Object.fromEntries(own), [column]: named });
  };
  const inserts = new Map<string, Extract<DraftOperation, { op: "insert" }>>();
  for (const naming of [...rowsOf(namings, pod, "pod"), ...rowsOf(namings, pod, "owner")])
    insert(inserts, naming, copied(naming));
  for (const ends of links ? linkRows(namings, pod).values() : []) {
    const [first] = ends as [Naming, ...Naming[]];
    const named = ends.map(({ column, name: full }) => [column, `${name}${full.slice(pod.length)}`]);
    insert(inserts, first, next({ ...first.row.cells, ...Object.fromEntries(named) }));
  }
  return { ops: [...inserts.values()], name };
}

/** Of each link its ends at the pod, by the row. */
function linkRows(namings: readonly Naming[], pod: string): Map<DraftRow, Naming[]> {
  const rows = new Map<DraftRow, Naming[]>();
  for (const naming of namings) {
    const isLink = tableKey(naming.table.name) === LINKS;
    if (isLink && concerns(naming, { kind: "pod", name: pod }) && naming.name !== pod)
      rows.set(naming.row, [...(rows.get(naming.row) ?? []), naming]);
  }
  return rows;
}

const rowsOf = (namings: readonly Naming[], pod: string, role: "pod" | "owner"): Naming[] =>
  namings.filter((naming) => naming.role === role && naming.name === pod);

/** Behind the last row of the pod in its table. */
function insert(
  inserts: Map<string, Extract<DraftOperation, { op: "insert" }>>,
  { row, table }: { row: DraftRow; table: DraftTable },
  added: DraftRow,
): void {
  const rows = [...(inserts.get(table.id)?.rows ?? []), added];
  inserts.set(table.id, { op: "insert", table: table.id, after: row.id, rows });
}
