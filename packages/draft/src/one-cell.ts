import type { DraftOperation } from "@hubwart/contract";

/** What the writing of one cell is known by; undefined of all else, whose new rows and columns have other ids each time. */
export function ofOneCell(ops: readonly DraftOperation[]): string | undefined {
  const [op] = ops;
  return ops.length === 1 && op?.op === "set" && op.cells.length === 1 ? JSON.stringify(op) : undefined;
}
