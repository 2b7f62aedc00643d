/** The same line again and again is shown once, with how often it came. */
import type { LogRow } from "./rows.ts";

export interface RowGroup {
  /** The first of them. */
  row: LogRow;
  /** How many there are; 1 for a line of its own. */
  count: number;
  /** When the last one was written, ms since the epoch. */
  last: number;
}

const alike = (a: LogRow, b: LogRow): boolean =>
  a.msg === b.msg && a.level === b.level && a.src === b.src && a.module === b.module && a.chan === b.chan;

/** Lines that follow one another and say the same. */
export function grouped(rows: readonly LogRow[]): readonly RowGroup[] {
  const groups: RowGroup[] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && alike(group.row, row)) {
      group.count += 1;
      group.last = row.ts;
    } else groups.push({ row, count: 1, last: row.ts });
  }
  return groups;
}
