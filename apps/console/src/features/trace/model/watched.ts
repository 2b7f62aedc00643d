/** Rows of the watchlist: the list's names, with what is known of each. */

import type { Courses } from "../../../api/course.ts";
import type { Point } from "../../../lib/series.ts";
import { exactText } from "../../../lib/value-text.ts";
import type { DataRecord } from "./records.ts";
import type { TraceSearch } from "./search.ts";

export interface Watched {
  chan: string;
  /** Absent: the running project has no such channel. */
  record: DataRecord | undefined;
  points: readonly Point[] | undefined;
  until: number;
}

export function listed(
  channels: readonly string[],
  records: readonly DataRecord[],
  courses: Pick<Courses, "series" | "until"> | undefined,
): Watched[] {
  const byName = new Map(records.map((record) => [record.chan, record]));
  return channels.map((chan) => ({
    chan,
    record: byName.get(chan),
    points: courses?.series.get(chan),
    until: courses?.until ?? 0,
  }));
}

/** Without an order as they were added. Names the project does not have come last. */
export function sorted(
  rows: readonly Watched[],
  { order, desc }: Pick<TraceSearch, "order" | "desc">,
): Watched[] {
  if (order === undefined) return [...rows];
  const sign = desc ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (order === "chan") return sign * a.chan.localeCompare(b.chan, "de");
    if (!a.record || !b.record) return Number(!a.record) - Number(!b.record);
    return sign * compare(a.record[order], b.record[order]);
  });
}

function compare(a: unknown, b: unknown): number {
  const numbers = [a, b].map((value) => (typeof value === "boolean" ? Number(value) : value));
  const [x, y] = numbers;
  if (typeof x === "number" && typeof y === "number") return x - y;
  if (typeof x === "number") return -1;
  if (typeof y === "number") return 1;
  return exactText(x).localeCompare(exactText(y), "de");
}
