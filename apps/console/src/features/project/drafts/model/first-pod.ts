/** The first pod of a draft: its row, and the table for its channels. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import type { ColumnInfo, TableInfo } from "../../../../compiler/protocol.ts";
import { newId } from "../../../../lib/new-id.ts";
import { firstColumns } from "./new-table.ts";
import type { CellTarget } from "./place.ts";
import { addTableOps } from "./steps.ts";
import { tableKey } from "./table-view.ts";

export interface FirstPod {
  id: string;
  ops: DraftOperation[];
  /** Where to go on: to what its interface needs, otherwise to its channels. */
  next: CellTarget;
}

const tableOf = ({ tables }: DraftDocument, name: string) =>
  tables.find((table) => tableKey(table.name) === name);

export function firstPod(
  document: DraftDocument,
  infos: readonly TableInfo[],
  type: string,
  name: string,
): FirstPod {
  const info = infos.find((one) => one.name === type);
  const id = `${type}.${name}`;
  const ops: DraftOperation[] = [];
  let pods = tableOf(document, "pods");
  if (!pods) {
    const added = addTableOps(document.tables, "pods", ["id", "label"]);
    ops.push(...added.ops);
    const [op] = added.ops;
    if (op?.op !== "addTable") throw new Error("no table was added");
    pods = op.table;
  }
  const cells: Record<string, string> = {};
  for (const column of pods.columns) {
    if (tableKey(column.name) === "id") cells[column.id] = id;
    if (tableKey(column.name) === "label") cells[column.id] = info?.label ?? type;
  }
  const row = newId();
  const after = pods.rows.at(-1)?.id ?? null;
  ops.push({ op: "insert", table: pods.id, after, rows: [{ id: row, cells }] });
  let channels = tableOf(document, type)?.id;
  if (channels === undefined) {
    const added = addTableOps(document.tables, type, info ? firstColumns(info) : ["pod", "channel"]);
    // Behind the pods, also where these are new.
    ops.push(
      ...added.ops.map((op) => (op.op === "addTable" ? { ...op, after: lastTable(document, pods.id) } : op)),
    );
    channels = added.id;
  }
  const needs = neededColumn(infos, type);
  const next = needs ? { table: pods.id, row, header: needs.name } : { table: channels };
  return { id, ops, next };
}

const lastTable = ({ tables }: DraftDocument, pods: string): string =>
  tables.some(({ id }) => id === pods) ? (tables.at(-1)?.id ?? pods) : pods;

/** Of an interface of this type, what has no default. */
function neededColumn(infos: readonly TableInfo[], type: string): ColumnInfo | undefined {
  return infos
    .find(({ name }) => name === "pods")
    ?.columns.flatMap(({ byKind }) => (byKind && Object.hasOwn(byKind, type) ? [byKind[type]] : []))
    .find((column) => column?.required);
}
