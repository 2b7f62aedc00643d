/** Finds texts in the cells of a table, and puts others in their place. */

import { cellText, isSecret } from "./cells.ts";
import type { Spot } from "./selection.ts";
import type { Write } from "./steps.ts";
import { cellAt, type TableView } from "./table-view.ts";

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());

/** The next cell with the text after this one, row by row, from the start again after the end. */
export function findNext({ columns, rows }: TableView, wanted: string, from: Spot): Spot | undefined {
  if (wanted === "") return undefined;
  const count = rows.length * columns.length;
  const start = from.row * columns.length + from.column;
  for (let step = 1; step <= count; step += 1) {
    const index = (start + step) % count;
    const spot = { row: Math.floor(index / columns.length), column: index % columns.length };
    const cell = cellAt(rows[spot.row], columns[spot.column]);
    if (!isSecret(cell) && has(cellText(cell), wanted)) return spot;
  }
  return undefined;
}

/** All of them, or those of one cell. */
export function replaceWrites(
  { columns, rows }: TableView,
  wanted: string,
  by: string,
  only?: Spot,
): Write[] {
  if (wanted === "") return [];
  const pattern = new RegExp(wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), "giu");
  const spots = only
    ? [only]
    : rows.flatMap((_, row) => columns.map((_column, column): Spot => ({ row, column })));
  return spots.flatMap(({ column, row }) => {
    const cell = cellAt(rows[row], columns[column]);
    if (cell === null || isSecret(cell) || !has(cellText(cell), wanted)) return [];
    return [{ row, column, value: cellText(cell).replace(pattern, () => by) || null }];
  });
}
