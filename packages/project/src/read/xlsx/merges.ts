/**
 * Merged cells. People merge the cells of a column to say "the same for all these rows", so the value
 * goes down to every row of the range. Over several columns it counts for the leftmost only; the
 * reader of the table warns.
 */
import { columnLetters, type TableRow } from "../table.ts";

/** 0-based columns, 1-based lines, both ends included. */
export interface MergedRange {
  firstLine: number;
  lastLine: number;
  firstColumn: number;
  lastColumn: number;
}

export function parseRange(reference: string): MergedRange | undefined {
  const match = /^([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})$/.exec(reference);
  if (!match) return undefined;
  const range = {
    firstColumn: columnNumber(match[1] ?? ""),
    firstLine: Number(match[2]),
    lastColumn: columnNumber(match[3] ?? ""),
    lastLine: Number(match[4]),
  };
  return range.lastLine >= range.firstLine && range.lastColumn >= range.firstColumn ? range : undefined;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** Fills the values down. Ranges that overlap an earlier one in the same column are left out, which bounds the work. */
export function fillMerged(rows: TableRow[], merges: readonly MergedRange[]): void {
  const reached = new Map<number, number>();
  for (const merge of merges.toSorted((a, b) => a.firstLine - b.firstLine)) {
    if ((reached.get(merge.firstColumn) ?? 0) >= merge.firstLine) continue;
    reached.set(merge.firstColumn, merge.lastLine);
    if (merge.lastLine === merge.firstLine) continue;
    let index = firstAtOrAfter(rows, merge.firstLine);
    const top = rows[index];
    const value = top?.line === merge.firstLine ? (top.cells[merge.firstColumn] ?? null) : null;
    if (value === null) continue;
    for (index += 1; ; index++) {
      const row = rows[index];
      if (!row || row.line > merge.lastLine) break;
      while (row.cells.length <= merge.firstColumn) row.cells.push(null);
      row.cells[merge.firstColumn] ??= value;
    }
  }
}

export function rangeText(range: MergedRange): string {
  const from = `${columnLetters(range.firstColumn)}${range.firstLine}`;
  return `${from}:${columnLetters(range.lastColumn)}${range.lastLine}`;
}

function firstAtOrAfter(rows: readonly TableRow[], line: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
