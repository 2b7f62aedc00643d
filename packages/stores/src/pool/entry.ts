/** What the pool keeps of a channel, and how it lies in the files. */
import type { Quality } from "@hubwart/ipc";

export interface PoolEntry {
  chan: string;
  /** Type of the channel when the value was kept; a channel of another type does not get it back. */
  type: string;
  value: unknown;
  quality: Quality;
  /** Source time, ms since the epoch. */
  ts: number;
  /** The value came over a link or a write, not from the channel's own pod. */
  fromHub: boolean;
  /** Since when the project has no such channel any more, ms since the epoch. */
  gone?: number;
}

type Row = [
  chan: string,
  type: string,
  value: unknown,
  quality: number,
  ts: number,
  fromHub: 0 | 1,
  gone?: number,
];

export function encodeEntries(entries: Iterable<PoolEntry>): string {
  const rows: Row[] = [];
  for (const { chan, type, value, quality, ts, fromHub, gone } of entries)
    if (gone === undefined) rows.push([chan, type, value, quality, ts, fromHub ? 1 : 0]);
    else rows.push([chan, type, value, quality, ts, fromHub ? 1 : 0, gone]);
  return JSON.stringify(rows);
}

/** @throws SyntaxError or TypeError for what is no list of entries */
export function decodeEntries(text: string): PoolEntry[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new TypeError("no list of entries");
  return rows.map(entryOf);
}

function entryOf(row: unknown): PoolEntry {
  if (!Array.isArray(row)) throw new TypeError("an entry is no list");
  const [chan, type, value, quality, ts, fromHub, gone] = row as unknown[];
  if (typeof chan !== "string" || typeof type !== "string" || typeof ts !== "number")
    throw new TypeError("an entry without name, type or time");
  if (quality !== 0 && quality !== 1 && quality !== 2) throw new TypeError("an entry without quality");
  const entry = { chan, type, value, quality, ts, fromHub: fromHub === 1 } as const;
  return typeof gone === "number" ? { ...entry, gone } : entry;
}
