/** What corrections of a site put in place of the recorded values of one channel. */
import path from "node:path";
import {
  correctionIn,
  metadataOf,
  type RecordedRow,
  readParquet,
  type Segment,
  segmentsOf,
  within,
} from "@hubwart/stores/files";

export interface Layer {
  /** What counts when. */
  segments: readonly Segment[];
  /** Rows that count instead of the recorded ones. */
  rows: RecordedRow[];
  /** Whether a recorded row counts. */
  leaves: (row: RecordedRow) => boolean;
  /** Files that could not be read; what was recorded then counts. */
  unread: number;
}

interface Span {
  channel: string;
  /** ms since the epoch, both included. */
  from: number;
  to: number;
}

/** @param files of corrections of all channels, the oldest first */
export async function layerOf(files: readonly string[], { channel, from, to }: Span): Promise<Layer> {
  const corrections: Segment["correction"][] = [];
  const fileOf = new Map<Segment["correction"], string>();
  let unread = 0;
  for (const file of files) {
    const metadata = await metadataOf(file).catch(() => undefined);
    const found = metadata && correctionIn(metadata, path.basename(file));
    if (!found) unread += 1;
    else if (found.chan === channel) {
      corrections.push(found);
      fileOf.set(found, file);
    }
  }
  const segments = within(segmentsOf(corrections), from, to + 1);
  const rows: RecordedRow[] = [];
  for (const { correction, ...segment } of segments) {
    const span = { from: Math.max(from, segment.from), to: Math.min(to, segment.to - 1) };
    const read = await readParquet(fileOf.get(correction) ?? "", { channels: [channel], ...span }).catch(
      () => undefined,
    );
    if (read) for (const row of read) rows.push(row);
    else unread += 1;
  }
  const leaves = ({ time }: RecordedRow) =>
    !segments.some((segment) => segment.from <= time && time < segment.to);
  return { segments, rows, leaves, unread };
}
