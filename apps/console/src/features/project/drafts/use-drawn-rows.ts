/** Rows of a table that are drawn: those in sight, some around them, and the one that is typed into wherever it is. */
import type { DraftRow } from "@hubwart/contract";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useMemo, useState } from "react";
import { createSlots } from "./model/slots.ts";

/** Rows around those in sight. */
const AROUND = 8;

interface DrawnRows {
  /** In the order of the document. `start`: px from the head. */
  rows: { index: number; start: number; slot: number }[];
  /** Of all rows, px. */
  height: number;
  /** In sight and around that; `end` is not among them. */
  first: number;
  end: number;
}

export function useDrawnRows(
  rows: readonly DraftRow[],
  {
    height,
    table,
    typed,
  }: { height: number; table: RefObject<HTMLElement | null>; typed: number | undefined },
): DrawnRows {
  const [arrange] = useState(createSlots);
  const count = rows.length + 1;
  const rangeExtractor = useMemo(
    () => (typed === undefined ? defaultRangeExtractor : (range: Range) => withRow(typed, range)),
    [typed],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => table.current?.parentElement ?? null,
    estimateSize: () => height,
    overscan: AROUND,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  // What an input method composes would be lost with the place that it is composed in.
  const settled = !virtualizer.isScrolling && typed === undefined;
  const ids = items.map(({ index }) => rows[index]?.id ?? "new");
  const { range } = virtualizer;
  return {
    rows: arrange(ids, settled).flatMap(({ at: place, slot }) => {
      const item = items[place];
      return item ? [{ index: item.index, start: item.start, slot }] : [];
    }),
    height: virtualizer.getTotalSize(),
    first: range ? Math.max(0, range.startIndex - AROUND) : 0,
    end: range ? Math.min(count, range.endIndex + AROUND + 1) : 0,
  };
}

/** Whose field would be gone with it, and all that is typed into that. */
function withRow(row: number, range: Range): number[] {
  const drawn = defaultRangeExtractor(range);
  if (drawn.includes(row) || row >= range.count) return drawn;
  return row < range.startIndex ? [row, ...drawn] : [...drawn, row];
}
