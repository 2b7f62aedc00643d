/** An arranged page as operations on a draft: cells of its rows, rows that the draft does not have, or the whole table. */
import type { DraftCell, DraftDocument, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { PAGE_COLUMN_NAMES, type PageColumnName } from "@hubwart/contract/page-blocks";
import type { Block } from "../api/pages.ts";

/** What is written of a block; names as the columns have them. */
export interface Placed {
  page: string;
  block: Block;
  /** In the grid, or per cent on a plan. */
  place: { x: number; y: number; w?: number; h?: number };
}

const TABLE = "pages";
const PLACE = ["x", "y", "w", "h"] as const;

const key = (name: string): string => name.normalize("NFC").trim().toLowerCase();
const text = (cell: DraftCell | undefined): string =>
  cell === null || cell === undefined || typeof cell === "object" ? "" : String(cell).trim();

/** @param newId names for rows, columns and tables that nobody else makes */
export function arrangeOps(
  { tables }: DraftDocument,
  placed: readonly Placed[],
  newId: () => string,
): DraftOperation[] {
  const own = tables.filter(({ name }) => key(name) === TABLE);
  const [table] = own;
  if (!table) return [{ op: "addTable", after: tables.at(-1)?.id ?? null, table: newTable(placed, newId) }];
  const ops: DraftOperation[] = [];
  const missing: Placed[] = [];
  const columnsOf = columnsIn(ops, newId);
  const sets = new Map<DraftTable, [string, string, DraftCell][]>();
  for (const one of placed) {
    const found = own.flatMap((each) => {
      const row = each.rows.find((candidate) => isRowOf(each, candidate, one));
      return row ? [{ table: each, row }] : [];
    })[0];
    if (!found) {
      missing.push(one);
      continue;
    }
    const ids = columnsOf(found.table, PLACE);
    const cells = sets.get(found.table) ?? [];
    for (const column of PLACE) {
      const value = one.place[column] ?? null;
      if ((found.row.cells[ids[column]] ?? null) !== value) cells.push([found.row.id, ids[column], value]);
    }
    sets.set(found.table, cells);
  }
  if (missing.length > 0) {
    const used = PAGE_COLUMN_NAMES.filter((column) =>
      missing.some((one) => (cellsOf(one)[column] ?? null) !== null),
    );
    const ids = columnsOf(table, used);
    ops.push({
      op: "insert",
      table: table.id,
      after: table.rows.at(-1)?.id ?? null,
      rows: missing.map((one) => rowOf(one, (column) => ids[column], newId())),
    });
  }
  for (const [each, cells] of sets) if (cells.length > 0) ops.push({ op: "set", table: each.id, cells });
  return ops;
}

/** Ids of columns; those that a table lacks are added to it. */
function columnsIn(ops: DraftOperation[], newId: () => string) {
  const added = new Map<string, string>();
  return <C extends PageColumnName>(table: DraftTable, columns: readonly C[]): Record<C, string> =>
    Object.fromEntries(
      columns.map((column) => {
        const name = `${table.id} ${column}`;
        const known = table.columns.find((one) => key(one.name) === column)?.id ?? added.get(name);
        if (known !== undefined) return [column, known];
        const id = newId();
        added.set(name, id);
        const last = [...table.columns.map((one) => one.id), ...added.values()].at(-2) ?? null;
        ops.push({ op: "addColumn", table: table.id, after: last, column: { id, name: column } });
        return [column, id];
      }),
    ) as Record<C, string>;
}

function newTable(placed: readonly Placed[], newId: () => string): DraftTable {
  const used = PAGE_COLUMN_NAMES.filter((column) =>
    placed.some((one) => (cellsOf(one)[column] ?? null) !== null),
  );
  const ids = new Map(used.map((column) => [column, newId()]));
  return {
    id: newId(),
    name: TABLE,
    above: [],
    columns: [...ids].map(([name, id]) => ({ id, name })),
    rows: placed.map((one) => rowOf(one, (column) => ids.get(column) ?? "", newId())),
  };
}

function rowOf(one: Placed, idOf: (column: PageColumnName) => string, id: string): DraftRow {
  const cells = Object.entries(cellsOf(one)).filter(([, cell]) => cell !== null && cell !== undefined);
  return {
    id,
    cells: Object.fromEntries(cells.map(([column, cell]) => [idOf(column as PageColumnName), cell])),
  };
}

function cellsOf({ block, page, place }: Placed): Partial<Record<PageColumnName, DraftCell>> {
  const { actual, choices, confirm, decimals, label, max, min, on, source, step } = block;
  const given: Partial<Record<PageColumnName, DraftCell | undefined>> = {
    page,
    block: block.block,
    source: block.block === "schedule" ? source?.replace(/^sched\./, "") : source,
    label,
    ...place,
    on,
    actual,
    decimals,
    min,
    max,
    step,
    choices: choices?.map(([value, name]) => `${escaped(String(value))}=${escaped(name)}`).join(";"),
    confirm: confirm && "ja",
  };
  return Object.fromEntries(Object.entries(given).map(([column, cell]) => [column, cell ?? null]));
}

const escaped = (word: string): string => word.replace(/[\\=;\n]|^\{/g, "\\$&");

/** As the compiler tells rows apart: not by where they stand. */
function isRowOf(table: DraftTable, row: DraftRow, { block, page }: Placed): boolean {
  const cell = (name: string) =>
    text(row.cells[table.columns.find((column) => key(column.name) === name)?.id ?? ""]);
  return (
    cell("page") === page &&
    cell("block").toLowerCase() === block.block &&
    cell("on") === (block.on ?? "") &&
    cell("label") === (block.label ?? "") &&
    sourcesOf(cell("source"), block.block) === sourcesOf(block.source ?? "", block.block)
  );
}

/** In one form, however it was written. */
function sourcesOf(given: string, kind: Block["block"]): string {
  if (kind === "trend")
    return given
      .split(/[,;\n]/)
      .map((name) => name.trim())
      .filter(Boolean)
      .join(", ");
  return kind === "schedule" ? given.replace(/^sched\./, "").replace(/^main\./, "") : given;
}
