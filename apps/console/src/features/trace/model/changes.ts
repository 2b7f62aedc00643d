/** Changes of one channel while somebody watches: the newest first, as many as one can read. */
import type { DataRecord } from "./records.ts";

export interface Change {
  /** Rises with every change; a key. */
  n: number;
  record: DataRecord;
  /** Changes between this one and the one before that came too quickly to be shown. */
  skipped: number;
}

const KEPT = 500;

/** The same list where the record is none that is new. */
export function withChange(changes: readonly Change[], record: DataRecord): readonly Change[] {
  const last = changes[0];
  if (last && record.count === last.record.count && record.quality === last.record.quality) return changes;
  // A lower count is another hub: it counts anew.
  const skipped = last && record.count > last.record.count ? record.count - last.record.count - 1 : 0;
  return [{ n: (last?.n ?? 0) + 1, record, skipped }, ...changes].slice(0, KEPT);
}
