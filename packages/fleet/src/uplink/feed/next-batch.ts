/** Which entries of a journal a central gets next. */
import { FEED_LIMITS, type FeedEntry, type FeedMark } from "../../feeds.ts";

export interface JournalSource {
  /**
   * Entries behind `seq`, oldest first, and the number of the newest one (0: none). Undefined: it cannot be read just now.
   * Texts are within the bounds of their schema.
   */
  after(seq: number, limit: number): Promise<{ entries: FeedEntry[]; last: number } | undefined>;
}

export interface Progress {
  /** The last entry that the central has; seq 0: none. */
  mark: FeedMark;
  /** Shared since then, ms since the epoch: entries of before are passed over, until the first one of later. */
  since: number;
  skipping: boolean;
  /** Number of the first entry that is shared, once it is known: a clock that is set back later says nothing of those behind it. */
  from?: number | undefined;
}

export interface NextBatch {
  entries: FeedEntry[];
  gap: boolean;
  /** Once they are at the central; the same entries as before: there is nothing new. */
  progress: Progress;
}

/** Undefined: the journal cannot be read just now. */
export async function nextBatch(
  source: JournalSource,
  progress: Progress,
  most: number = FEED_LIMITS.entries,
): Promise<NextBatch | undefined> {
  const { mark } = progress;
  // With the entry of the mark, by which it is seen whether this is still the same journal.
  const read = await source.after(Math.max(0, mark.seq - 1), most);
  if (!read) return undefined;
  const [first] = read.entries;
  if (mark.seq === 0) return behind(read.entries, progress, false);
  if (first?.seq === mark.seq && first.at === mark.at) return behind(read.entries.slice(1), progress, false);
  const another = read.last < mark.seq || first?.seq === mark.seq;
  // Begun anew, or put back from a backup: what the central has of it already, it knows by `seq` and `at`.
  if (another)
    return {
      entries: [],
      gap: false,
      progress: { since: progress.since, mark: { seq: 0, at: 0 }, skipping: true },
    };
  return behind(read.entries, progress, true);
}

function behind(read: readonly FeedEntry[], progress: Progress, gap: boolean): NextBatch {
  const { from, since } = progress;
  const isShared = ({ at, seq }: FeedEntry) => (from === undefined ? at >= since : seq >= from);
  const begin = progress.skipping ? read.findIndex(isShared) : 0;
  const skipped = begin < 0 ? read.at(-1) : read[begin - 1];
  const entries = begin < 0 ? [] : fitting(read.slice(begin));
  const last = entries.at(-1) ?? skipped;
  const mark = last ? { seq: last.seq, at: last.at } : progress.mark;
  const skipping = progress.skipping && entries.length === 0;
  const begun = progress.skipping ? entries[0]?.seq : from;
  return { entries, gap, progress: { since, mark, skipping, ...(begun !== undefined && { from: begun }) } };
}

/** As many as a message takes; one at least. */
function fitting(entries: FeedEntry[]): FeedEntry[] {
  let room: number = FEED_LIMITS.characters;
  const end = entries.findIndex((entry) => {
    room -= JSON.stringify(entry).length;
    return room < 0;
  });
  return end < 0 ? entries : entries.slice(0, Math.max(1, end));
}
