/**
 * What of the log stands in the address beside its filters: the page one has turned to, by its first line, and the line
 * that is open. Numbers of lines begin anew with every loading, so a line is named by its moment: `1732415375123-2`
 * is the second one of that millisecond.
 */
import type { LogLine } from "../../../lib/log-lines.ts";
import type { LogSearch } from "./log-search.ts";

/** Both mean nothing once other lines are looked for. */
export const PLACE = ["log.page", "log.line"] as const;
export const [PAGE, LINE] = PLACE;

const NAME = /^(\d{1,16})(?:-(\d{1,4}))?$/;

/** undefined for what names no line. */
export function parseName(name: string): { ts: number; nth: number } | undefined {
  const [, ts, nth] = NAME.exec(name) ?? [];
  return ts === undefined ? undefined : { ts: Number(ts), nth: Math.max(1, Number(nth ?? 1)) };
}

export function nameOf<T extends LogLine>(rows: readonly T[], row: T): string {
  return `${row.ts}-${rows.filter(({ ts }) => ts === row.ts).indexOf(row) + 1}`;
}

export function named<T extends LogLine>(rows: readonly T[], name: string): T | undefined {
  const wanted = parseName(name);
  return wanted && rows.filter(({ ts }) => ts === wanted.ts)[wanted.nth - 1];
}

/** Where the page that begins with the line `name` begins; where that line is gone, with what follows. -1: nowhere. */
export function beginOf(rows: readonly LogLine[], name: string): number {
  const wanted = parseName(name);
  if (!wanted) return -1;
  const exact = named(rows, name);
  return exact ? rows.indexOf(exact) : rows.findIndex(({ ts }) => ts >= wanted.ts);
}

/** Looks for one line that is older than what was loaded. */
export function searchOfLine(search: LogSearch, name: string): LogSearch | undefined {
  const wanted = parseName(name);
  if (!wanted) return undefined;
  const { from: _from, at: _at, ...others } = search;
  return { ...others, from: wanted.ts, to: wanted.ts };
}
