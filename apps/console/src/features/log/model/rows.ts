/**
 * The lines the page holds: the newest `LIMITS.logTail`, numbered, from two ways that overlap. The call gives what
 * there is, the event stream what comes; a line that both gave stands there once.
 */
import { LIMITS } from "@hubwart/contract";
import type { LogLine } from "../../../lib/log-lines.ts";

export interface LogRow extends LogLine {
  /** Rises with every line and stays with it. */
  n: number;
}

export interface LogRows {
  rows: readonly LogRow[];
  /** The call has answered at least once; before, there is only what the stream brought. */
  based: boolean;
}

export const NO_ROWS: LogRows = { rows: [], based: false };

/** Lines of the stream. */
export function append({ rows, based }: LogRows, lines: readonly LogLine[]): LogRows {
  return { rows: newest(numbered(rows, lines)), based };
}

/** Lines of the call: all there was when it was answered, up to the tail. */
export function merge(known: LogRows, lines: readonly LogLine[]): LogRows {
  if (!known.based)
    return { rows: newest(numbered([], [...lines, ...missing(lines, known.rows)])), based: true };
  const first = known.rows[0]?.ts ?? 0;
  const later = lines.filter(({ ts }) => ts >= first);
  return { rows: newest(numbered(known.rows, missing(known.rows, later))), based: true };
}

function numbered(rows: readonly LogRow[], lines: readonly LogLine[]): LogRow[] {
  const last = rows.at(-1)?.n ?? 0;
  return [...rows, ...lines.map((line, i) => ({ ...line, n: last + i + 1 }))];
}

const newest = (rows: LogRow[]): LogRow[] =>
  rows.length > LIMITS.logTail ? rows.slice(-LIMITS.logTail) : rows;

/** What of `lines` is not in `known`; the same line twice counts twice. */
function missing(known: readonly LogLine[], lines: readonly LogLine[]): LogLine[] {
  const counts = new Map<string, number>();
  for (const line of known) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(keyOf(line)) ?? 0;
    counts.set(keyOf(line), left - 1);
    return left <= 0;
  });
}

const keyOf = ({ ts, src, module, chan, msg }: LogLine): string =>
  [ts, src, module, chan ?? "", msg].join("\n");
