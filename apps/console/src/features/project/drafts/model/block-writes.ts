/** What filling down and pasting write. */
import type { DraftCell } from "@hubwart/contract";
import type { Block } from "./selection.ts";
import { series } from "./series.ts";
import type { Write } from "./steps.ts";
import { cellAt, type TableView } from "./table-view.ts";

/** The first row of a block downwards; `counting`: goes on from the first two. */
export function fillWrites(
  { columns, rows }: TableView,
  { bottom, left, right, top }: Block,
  counting: boolean,
): Write[] {
  const last = Math.min(bottom, rows.length - 1);
  const writes: Write[] = [];
  for (let column = left; column <= right; column += 1) {
    const cells = rows.slice(top, last + 1).map((row) => cellAt(row, columns[column]));
    const filled = counting ? series(cells) : cells.map(() => cells[0] ?? null);
    for (const [index, value] of filled.entries()) writes.push({ row: top + index, column, value });
  }
  return writes;
}

/** A block from the upper left corner on; one that fits several times into what is chosen fills it. */
export function pasteWrites(
  pasted: readonly (readonly DraftCell[])[],
  { bottom, left, right, top }: Block,
  columns: number,
): Write[] {
  const width = pasted.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return [];
  const times = (chosen: number, size: number) => (chosen > size && chosen % size === 0 ? chosen : size);
  const down = times(bottom - top + 1, pasted.length);
  const across = times(right - left + 1, width);
  const writes: Write[] = [];
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across && left + column < columns; column += 1)
      writes.push({
        row: top + row,
        column: left + column,
        value: pasted[row % pasted.length]?.[column % width] ?? null,
      });
  }
  return writes;
}
