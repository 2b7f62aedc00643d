/** One table of both sides: the table afterwards, and the operations from ours to it. */
import type { DraftCell, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { byName, cellOf, type KeyOf, sameCell } from "./grid.ts";
import { type Cells, type Decide, mergedRow, type Sides, type Slot, slotsOf } from "./rows.ts";
import { mergedOrder, rowOperations } from "./sequence.ts";

export interface Taken {
  table: string;
  added: number;
  changed: number;
  gone: number;
}

export interface Ways {
  keyOf: KeyOf;
  decide: Decide;
  newId: () => string;
}

export interface MergedTable {
  ops: DraftOperation[];
  taken: Taken;
  /** Theirs, with the ids that rows and columns have in the table afterwards. */
  base: DraftTable;
}

/** @param behind the table before it in the draft */
export function mergeTable(sides: Sides, behind: string | null, { decide, keyOf, newId }: Ways): MergedTable {
  const slots = slotsOf(sides, keyOf);
  const order = mergedOrder(slots.base, slots.ours, slots.theirs);
  const names = [...new Set([...sides.ours.columns.keys(), ...sides.theirs.columns.keys()])];
  const above = mergedAbove(sides, decide);
  const rows = new Map<Slot, Cells>();
  for (const slot of order) {
    const cells = mergedRow(slot, sides, names, keyOf, decide);
    if (cells) rows.set(slot, cells);
  }
  const ids = new Map<Slot, string>();
  for (const slot of order) ids.set(slot, slot.ours?.id ?? newId());
  const columns = new Map(names.map((name) => [name, sides.ours.columns.get(name) ?? newId()]));
  const kept = mergedOrder(
    [...(sides.base?.columns.keys() ?? [])],
    [...sides.ours.columns.keys()],
    [...sides.theirs.columns.keys()],
  ).filter((name) => isKept(name, sides, rows));
  const after: DraftTable = {
    ...sides.ours.table,
    above,
    columns: kept.map((name) => ({ id: columns.get(name) ?? "", name: headerOf(name, sides) })),
    rows: [...rows].map(([slot, cells]) => ({ id: ids.get(slot) ?? "", cells: byId(cells, columns) })),
  };
  return {
    ops: operations(sides.ours.table, after, behind),
    taken: takenBy(order, rows, sides, names),
    base: {
      ...sides.theirs.table,
      id: sides.ours.table.id,
      columns: [...byName(sides.theirs.table.columns)].map(([key, { name }]) => ({
        id: columns.get(key) ?? "",
        name,
      })),
      rows: slots.theirs.map((slot) => ({
        id: ids.get(slot) ?? "",
        cells: byId(cellsOf(slot, sides), columns),
      })),
    },
  };
}

const byId = (cells: Cells, columns: ReadonlyMap<string, string>): DraftRow["cells"] =>
  Object.fromEntries([...cells].map(([name, cell]) => [columns.get(name) ?? "", cell]));

function cellsOf(slot: Slot, { theirs }: Sides): Cells {
  return new Map(
    [...theirs.columns.keys()].flatMap((name): [string, DraftCell][] => {
      const cell = cellOf(theirs, slot.theirs, name);
      return cell === null || cell === "" ? [] : [[name, cell]];
    }),
  );
}

function headerOf(name: string, { ours, theirs }: Sides): string {
  for (const grid of [ours, theirs]) {
    const id = grid.columns.get(name);
    const column = grid.table.columns.find((one) => one.id === id);
    if (column) return column.name;
  }
  return name;
}

/** A column goes with the side that removed it, unless something stands in it. */
function isKept(name: string, { base, ours, theirs }: Sides, rows: ReadonlyMap<Slot, Cells>): boolean {
  const both = ours.columns.has(name) && theirs.columns.has(name);
  return both || !base?.columns.has(name) || [...rows.values()].some((cells) => cells.has(name));
}

function mergedAbove({ base, ours, theirs }: Sides, decide: Decide): DraftTable["above"] {
  const [before, mine, other] = [base, ours, theirs].map((grid) => JSON.stringify(grid?.table.above ?? []));
  if (mine === other || (base && before === other)) return ours.table.above;
  if (base && before === mine) return theirs.table.above;
  const cell = { column: "", before: textOf(base), mine: textOf(ours), theirs: textOf(theirs) };
  return (decide({ kind: "above", cells: [cell] }) === "mine" ? ours : theirs).table.above;
}

const textOf = (grid: Sides["base"]): string =>
  (grid?.table.above ?? [])
    .map((cells) =>
      cells
        .map((cell) => (typeof cell === "object" ? "" : String(cell)))
        .join(" ")
        .trim(),
    )
    .join("\n");

function takenBy(
  order: readonly Slot[],
  rows: ReadonlyMap<Slot, Cells>,
  { ours }: Sides,
  names: readonly string[],
): Taken {
  const taken = { table: ours.table.name, added: 0, changed: 0, gone: 0 };
  for (const slot of order) {
    const cells = rows.get(slot);
    if (!slot.ours) taken.added += cells ? 1 : 0;
    else if (!cells) taken.gone += 1;
    else if (names.some((name) => !sameCell(cellOf(ours, slot.ours, name), cells.get(name) ?? null)))
      taken.changed += 1;
  }
  return taken;
}

function operations(before: DraftTable, after: DraftTable, behind: string | null): DraftOperation[] {
  const { id: table } = before;
  const has = new Set(after.columns.map(({ id }) => id));
  const had = new Set(before.columns.map(({ id }) => id));
  const stayed = before.columns.filter(({ id }) => has.has(id));
  const staying = after.columns.filter(({ id }) => had.has(id));
  const moved = stayed.some(({ id }, index) => id !== staying[index]?.id);
  // Nothing moves a column, nor changes what stands above the header.
  if (moved || before.above !== after.above)
    return [
      { op: "dropTable", table },
      { op: "addTable", after: behind, table: after },
    ];
  const ops: DraftOperation[] = [];
  for (const [index, column] of after.columns.entries())
    if (!had.has(column.id))
      ops.push({ op: "addColumn", table, after: after.columns[index - 1]?.id ?? null, column });
  const known = new Map(before.rows.map((row) => [row.id, row]));
  const rows = new Set(after.rows.map(({ id }) => id));
  const gone = before.rows.flatMap(({ id }) => (rows.has(id) ? [] : [id]));
  if (gone.length > 0) ops.push({ op: "delete", table, rows: gone });
  const cells = after.rows.flatMap((row) => changed(known.get(row.id), row));
  if (cells.length > 0) ops.push({ op: "set", table, cells });
  const now = before.rows.flatMap(({ id }) => (rows.has(id) ? [id] : []));
  ops.push(...rowOperations(table, now, after.rows));
  for (const { id } of before.columns) if (!has.has(id)) ops.push({ op: "dropColumn", table, column: id });
  return ops;
}

function changed(before: DraftRow | undefined, { cells, id }: DraftRow): [string, string, DraftCell][] {
  if (!before) return [];
  const columns = new Set([...Object.keys(before.cells), ...Object.keys(cells)]);
  return [...columns].flatMap((column): [string, string, DraftCell][] => {
    const cell = cells[column] ?? null;
    return sameCell(before.cells[column] ?? null, cell) ? [] : [[id, column, cell]];
  });
}

/** Whether a side has the table as it was; where rows stand is no matter. */
export function sameTable(sides: Sides, keyOf: KeyOf): boolean {
  const asked = { differs: false };
  const decide = () => {
    asked.differs = true;
    return "mine" as const;
  };
  let n = 0;
  const newId = () => `same${n++}`;
  const { taken } = mergeTable({ ...sides, base: undefined }, null, { keyOf, decide, newId });
  return !asked.differs && taken.changed + taken.added + taken.gone === 0;
}
