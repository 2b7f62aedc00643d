/** Records of channels and connections as the appliance sends them, and newer values merged into them. */
import type { connRecord, dataRecord } from "@hubwart/contract";
import type * as z from "zod/mini";

export type DataRecord = z.output<typeof dataRecord>;
export type ConnRecord = z.output<typeof connRecord>;

export const isData = (record: DataRecord | ConnRecord): record is DataRecord => "count" in record;

/** Interface or pod, by the second part of the name. */
export const kindOf = (chan: string): "iface" | "pod" | "channel" => {
  const part = chan.split(".")[1];
  return part === "iface" || part === "pod" ? part : "channel";
};

/**
 * The same list where nothing changed, else one whose unchanged records are the same objects, so that only the rows
 * that changed are drawn again. An older record never replaces a newer one.
 */
export function mergeRecords<R extends DataRecord>(
  known: readonly R[],
  news: readonly DataRecord[],
): readonly R[] {
  const byName = new Map(news.map((record) => [record.chan, record]));
  let changed = false;
  const merged = known.map((record) => {
    const newer = byName.get(record.chan);
    if (newer === undefined || newer.count <= record.count) return record;
    changed = true;
    return { ...record, ...newer, ...(record.details ? { details: record.details } : {}) };
  });
  return changed ? merged : known;
}
