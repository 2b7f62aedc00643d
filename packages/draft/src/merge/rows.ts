/** Rows of a table on both sides, and what becomes of each. */
import type { DraftCell, DraftConflict, DraftRow } from "@hubwart/contract";
import { align, alignById, alignNew, type Pairs } from "./align.ts";
import {
  cellOf,
  filled,
  type Grid,
  isSecret,
  type KeyOf,
  keyParts,
  sameCell,
  sameRow,
  text,
} from "./grid.ts";

/** A row as far as a side has it. */
export interface Slot {
  base?: DraftRow;
  ours?: DraftRow;
  theirs?: DraftRow;
}
export interface Sides {
  /** Undefined: nobody knows what both came from, so each difference is a decision. */
  base: Grid | undefined;
  ours: Grid;
  theirs: Grid;
}

export interface Slots {
  base: Slot[];
  ours: Slot[];
  theirs: Slot[];
}

/** What a conflict is without its number. */
export type Found = Omit<DraftConflict, "id" | "table">;
/** Asked once for each conflict. */
export type Decide = (found: Found) => "mine" | "theirs";

/** Each side's rows in its order; a row of several sides is the same slot. */
export function slotsOf({ base, ours, theirs }: Sides, keyOf: KeyOf): Slots {
  // Whatever each came from, it is the same now.
  if (isSame(ours, theirs)) {
    const both = ours.table.rows.map(
      (row, at): Slot => ({ ours: row, theirs: theirs.table.rows[at] as DraftRow }),
    );
    return { base: [], ours: both, theirs: both };
  }
  if (!base) {
    const pairs = align(ours, theirs, keyOf);
    return slotted([], ours, theirs, new Map(), new Map(), pairs);
  }
  const toOurs = alignById(base, ours, keyOf);
  const toTheirs = align(base, theirs, keyOf);
  const fresh = alignNew(without(ours, toOurs), without(theirs, toTheirs), keyOf);
  return slotted(base.table.rows, ours, theirs, toOurs, toTheirs, fresh);
}

function isSame(a: Grid, b: Grid): boolean {
  const [rows, others] = [a.table.rows, b.table.rows];
  return rows.length === others.length && rows.every((row, at) => sameRow(a, row, b, others[at] as DraftRow));
}

function without(grid: Grid, pairs: Pairs): Grid {
  const paired = new Set(pairs.values());
  return { ...grid, table: { ...grid.table, rows: grid.table.rows.filter((row) => !paired.has(row)) } };
}

function slotted(
  base: readonly DraftRow[],
  ours: Grid,
  theirs: Grid,
  toOurs: Pairs,
  toTheirs: Pairs,
  fresh: Pairs,
): Slots {
  const byRow = new Map<DraftRow, Slot>();
  const put = (slot: Slot): Slot => {
    for (const row of [slot.ours, slot.theirs]) if (row) byRow.set(row, slot);
    return slot;
  };
  const of = (row: DraftRow | undefined, side: "ours" | "theirs") => (row ? { [side]: row } : {});
  const known = base.map((row) =>
    put({ base: row, ...of(toOurs.get(row), "ours"), ...of(toTheirs.get(row), "theirs") }),
  );
  return {
    base: known,
    ours: ours.table.rows.map((row) => byRow.get(row) ?? put({ ours: row, ...of(fresh.get(row), "theirs") })),
    theirs: theirs.table.rows.map((row) => byRow.get(row) ?? put({ theirs: row })),
  };
}

/** Cells by the names of their columns. */
export type Cells = ReadonlyMap<string, DraftCell>;

/** The row afterwards; undefined where it is gone. `columns`: of both sides. */
export function mergedRow(
  slot: Slot,
  sides: Sides,
  columns: readonly string[],
  keyOf: KeyOf,
  decide: Decide,
): Cells | undefined {
  const { ours, theirs } = slot;
  if (ours && theirs) return mergedCells(slot, sides, columns, keyOf, decide);
  const side = ours ? "ours" : "theirs";
  const grid = sides[side];
  const row = (ours ?? theirs) as DraftRow;
  const cells = filled(grid, row);
  const unchanged = slot.base && sides.base && sameRow(sides.base, slot.base, grid, row);
  if (unchanged) return undefined;
  if (!sides.base && cells.size === 0) return ours && cells;
  if (!slot.base && sides.base) return cells;
  const kept = decide({
    kind: ours ? "rowGoneThere" : "rowGoneHere",
    row: nameOfRow(grid, row, keyOf),
    cells: shown(slot, sides, columns),
  });
  return (kept === "mine") === (side === "ours") ? cells : undefined;
}

function mergedCells(
  slot: Slot,
  sides: Sides,
  columns: readonly string[],
  keyOf: KeyOf,
  decide: Decide,
): Cells {
  const row = nameOfRow(sides.ours, slot.ours as DraftRow, keyOf);
  const fresh = sides.base !== undefined && slot.base === undefined;
  if (fresh) {
    const cells = shown(slot, sides, columns).filter(({ mine, theirs }) => !sameCell(mine, theirs));
    const taken = cells.length > 0 ? decide({ kind: "rowTwice", row, cells }) : "mine";
    return taken === "mine"
      ? filled(sides.ours, slot.ours as DraftRow)
      : filled(sides.theirs, slot.theirs as DraftRow);
  }
  const merged = new Map<string, DraftCell>();
  for (const column of columns) {
    const { before, mine, theirs } = threeOf(slot, sides, column);
    let cell = mine;
    if (!sameCell(mine, theirs) && !(sides.base && sameCell(before, theirs))) {
      const ask = !(sides.base && sameCell(before, mine));
      if (!ask || decide({ kind: "cell", row, cells: [{ column, before, mine, theirs }] }) === "theirs")
        cell = theirs;
    }
    if (cell !== null && cell !== "") merged.set(column, cell);
  }
  return merged;
}

function threeOf(slot: Slot, { base, ours, theirs }: Sides, column: string) {
  return {
    before: base ? cellOf(base, slot.base, column) : null,
    mine: cellOf(ours, slot.ours, column),
    theirs: cellOf(theirs, slot.theirs, column),
  };
}

/** What a side has of a row that the other has not, or has otherwise. */
function shown(slot: Slot, sides: Sides, columns: readonly string[]): DraftConflict["cells"] {
  return columns.flatMap((column) => {
    const three = threeOf(slot, sides, column);
    return Object.values(three).every((cell) => cell === null || cell === "") ? [] : [{ column, ...three }];
  });
}

/** As people call it: its key, or what stands in it first. */
export function nameOfRow(grid: Grid, row: DraftRow, keyOf: KeyOf): string {
  const parts =
    keyParts(grid, row, keyOf) ?? [...filled(grid, row).values()].filter((c) => !isSecret(c)).map(text);
  return parts
    .filter((part) => part !== "")
    .slice(0, 3)
    .join(" / ")
    .slice(0, 200);
}
