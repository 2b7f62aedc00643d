/**
 * A manual names what a register says, not its channel, and never the pod. Rows that were pasted under their headings get both: the
 * only pod of the table's type, and a name out of the label. What stands there stays.
 *
 *     nameWrites(view, headed, { top: 0, pods: ["zaehler"] });      // „Strom L1“ → strom_l1
 */

import { RESERVED_NAMES, slug } from "@hubwart/contract/channel-names";
import { cellText } from "./cells.ts";
import type { Headed } from "./paste-headings.ts";
import type { Write } from "./steps.ts";
import { cellAt, type TableView } from "./table-view.ts";

/** `top`: first of the rows. `pods`: those that the table's rows may belong to. */
export function nameWrites(
  { columns, rows }: TableView,
  headed: Headed,
  { pods, top }: { pods: readonly string[]; top: number },
): Write[] {
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  const [pod, channel, label] = [place("pod"), place("channel"), place("label")];
  if (pod < 0 || channel < 0 || label < 0) return [];
  const pasted = new Map(headed.writes.map((write) => [`${write.row} ${write.column}`, write.value]));
  const text = (row: number, column: number) =>
    cellText(pasted.get(`${row} ${column}`) ?? cellAt(rows[row], columns[column])).trim();
  const last = top + headed.rows;
  const among = Array.from({ length: headed.rows }, (_, index) => top + index);
  const taken = new Set(rows.map((_, row) => (row < top || row >= last ? text(row, channel) : "")));
  for (const row of among) taken.add(text(row, channel));
  const [only] = pods;
  return among.flatMap((row) => {
    const writes: Write[] = [];
    if (pods.length === 1 && only !== undefined && text(row, pod) === "")
      writes.push({ row, column: pod, value: only });
    const name = text(row, channel) === "" ? unusedName(slug(text(row, label)), taken) : "";
    if (name !== "") writes.push({ row, column: channel, value: name });
    return writes;
  });
}

function unusedName(name: string, taken: Set<string>): string {
  if (name === "") return "";
  let unused = name;
  for (let n = 2; taken.has(unused) || RESERVED_NAMES.has(unused); n += 1) unused = `${name}_${n}`;
  taken.add(unused);
  return unused;
}
