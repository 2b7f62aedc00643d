/** Rows that a page found, into a table of a draft: for what searches the world outside. */
import { type AnswerOf, type BodyInput, draftRead, draftSteps } from "@hubwart/contract";
import { newId } from "../lib/new-id.ts";
import { callApi } from "./client.ts";

type Draft = AnswerOf<typeof draftRead>;
type Document = NonNullable<Draft["document"]>;
type Operation = BodyInput<typeof draftSteps>["steps"][number]["ops"][number];
/** Cells by the name of their column; empty ones are left out. */
export type FoundRow = Readonly<Record<string, string | number>>;

/** ms; a draft of 100,000 rows on a slow line. */
const READ_TIMEOUT = 120_000;
/** Others may write at the same time. */
const TRIES = 5;

/**
 * Adds the rows behind the last one of the table, which is made where there is none.
 *
 * @param rowsFor what to add to the draft as it stands
 * @returns how many; undefined: somebody else was always faster
 */
export async function addRows(
  draft: string,
  table: string,
  rowsFor: (document: Document) => { rows: readonly FoundRow[]; label: string },
): Promise<number | undefined> {
  for (let left = TRIES; left > 0; left -= 1) {
    const read = await callApi(draftRead, { params: { id: draft }, timeout: READ_TIMEOUT });
    if (!read.document) return undefined;
    const { label, rows } = rowsFor(read.document);
    if (rows.length === 0) return 0;
    const step = { key: newId(), label, ops: operationsFor(read.document, table, rows) };
    const body = { after: read.draft.seq, steps: [step] };
    const { missing } = await callApi(draftSteps, { params: { id: draft }, body, timeout: READ_TIMEOUT });
    if (missing.length === 0) return rows.length;
  }
  return undefined;
}

/** Missing columns are added behind the last one, so that every cell has its place. */
export function operationsFor(document: Document, name: string, rows: readonly FoundRow[]): Operation[] {
  const table = tableOf(document, name);
  const wanted = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (!table) {
    const columns = wanted.map((column) => ({ id: newId(), name: column }));
    const after = document.tables.at(-1)?.id ?? null;
    const made = { id: newId(), name, above: [], columns, rows: rows.map((row) => rowOf(row, columns)) };
    return [{ op: "addTable", after, table: made }];
  }
  const columns = table.columns.map((column) => ({ id: column.id, name: column.name }));
  const operations: Operation[] = [];
  for (const column of wanted) {
    if (columns.some((known) => key(known.name) === column)) continue;
    const added = { id: newId(), name: column };
    operations.push({ op: "addColumn", table: table.id, after: columns.at(-1)?.id ?? null, column: added });
    columns.push(added);
  }
  const after = table.rows.at(-1)?.id ?? null;
  operations.push({ op: "insert", table: table.id, after, rows: rows.map((row) => rowOf(row, columns)) });
  return operations;
}

function rowOf(row: FoundRow, columns: readonly { id: string; name: string }[]) {
  const cells = columns.flatMap(({ id, name }) => {
    const cell = row[key(name)];
    return cell === undefined ? [] : [[id, cell] as const];
  });
  return { id: newId(), cells: Object.fromEntries(cells) };
}

export function tableOf(document: Document, name: string): Document["tables"][number] | undefined {
  return document.tables.find((table) => key(table.name) === name);
}

/** Values of one column of the table, as text. */
export function columnOf(document: Document, name: string, column: string): string[] {
  const table = tableOf(document, name);
  const id = table?.columns.find((one) => key(one.name) === column)?.id;
  if (table === undefined || id === undefined) return [];
  return table.rows.flatMap(({ cells }) => {
    const cell = cells[id];
    return typeof cell === "string" || typeof cell === "number" ? [String(cell)] : [];
  });
}

const key = (name: string): string => name.trim().toLowerCase();
