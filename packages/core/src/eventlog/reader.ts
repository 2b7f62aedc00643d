/**
 * Reads the event log of all writers as one, by time.
 *
 *     await tailLog(layout.logs, { src: ["hub"] }, 2000)            // the last 2,000 that match, oldest first
 *     for await (const entry of readLog(layout.logs, {})) …         // all, oldest first
 *     for await (const entries of followLog(layout.logs, {}, { tail: 100, clock, signal })) …
 *
 * Invariants: memory is bounded by the number asked for, not by the size of the log. `readLog` gives exactly
 * what was there when it began, also if segments are removed meanwhile (trimming); the others skip those.
 * Within one writer the order is that of writing.
 */
import { stat } from "node:fs/promises";
import type { Clock } from "../clock.ts";
import { isMissing } from "../files.ts";
import type { LogEntry } from "../logger.ts";
import { type LogFilter, logMatcher } from "./filter.ts";
import { type HeldFile, holdFile, linesBackwards, linesFrom } from "./lines.ts";
import { listSegments, parseEntry, type Segment, writerFolders } from "./segments.ts";

/** Where reading stopped: folder → segment and byte. */
type Places = Map<string, { start: number; end: number }>;

export interface FollowOptions {
  /** Entries from before to begin with; default 0. */
  tail?: number;
  clock: Clock;
  /** Ends the iteration. */
  signal: AbortSignal;
  /** ms between looks. */
  interval?: number;
}

const FOLLOW_EVERY = 500;
/** While entries come: few large bundles cost every reader less than many small ones. */
const BUSY_EVERY = 250;
/** Entries of a pod may be a little older than their place in the file. */
const SLACK = 60_000;

export async function tailLog(logs: string, filter: LogFilter, count: number): Promise<LogEntry[]> {
  return await tailBefore(await currentPlaces(logs), filter, count);
}

export async function* readLog(logs: string, filter: LogFilter): AsyncGenerator<LogEntry> {
  const matches = logMatcher(filter);
  const held: HeldFile[][] = [];
  try {
    for (const folder of await writerFolders(logs)) {
      const files: HeldFile[] = [];
      held.push(files);
      for (const { file } of recent(await listSegments(folder), filter.since)) {
        const segment = await holdFile(file);
        if (segment) files.push(segment);
      }
    }
    yield* merge(
      held.map((files) => forwards(files, matches)),
      (a, b) => a.ts <= b.ts,
    );
  } finally {
    for (const { handle } of held.flat()) await handle.close();
  }
}

/** Entries in bundles of at least one, as they come. */
export async function* followLog(
  logs: string,
  filter: LogFilter,
  { tail = 0, clock, signal, interval = FOLLOW_EVERY }: FollowOptions,
): AsyncGenerator<LogEntry[]> {
  const matches = logMatcher(filter);
  const places = await currentPlaces(logs);
  const before = await tailBefore(places, filter, tail);
  if (before.length > 0) yield before;
  while (!signal.aborted) {
    const fresh: LogEntry[] = [];
    for (const folder of await writerFolders(logs)) {
      for await (const entry of sincePlace(folder, places)) if (matches(entry)) fresh.push(entry);
    }
    if (fresh.length > 0) yield fresh.sort((a, b) => a.ts - b.ts);
    if (signal.aborted) return;
    await pause(clock, fresh.length > 0 ? Math.min(interval, BUSY_EVERY) : interval, signal);
  }
}

async function tailBefore(places: Places, filter: LogFilter, count: number): Promise<LogEntry[]> {
  if (count <= 0) return [];
  const matches = logMatcher(filter);
  const streams = [];
  for (const [folder, place] of places) {
    const segments = (await listSegments(folder)).filter(({ start }) => start <= place.start);
    streams.push(backwards(recent(segments, filter.since), place, matches));
  }
  const found: LogEntry[] = [];
  for await (const entry of merge(streams, (a, b) => a.ts >= b.ts)) {
    found.push(entry);
    if (found.length >= count) break;
  }
  return found.reverse();
}

/** Without the segments that ended long before `since`. */
function recent(segments: Segment[], since: number | undefined): Segment[] {
  if (since === undefined) return segments;
  return segments.filter((_, i) => (segments[i + 1]?.start ?? Infinity) >= since - SLACK);
}

/** Takes files out of the list and closes them as it goes. */
async function* forwards(files: HeldFile[], matches: (entry: LogEntry) => boolean): AsyncGenerator<LogEntry> {
  for (let held = files.shift(); held; held = files.shift()) {
    // Ends by closing the handle.
    for await (const { text } of linesFrom(held.handle, 0, held.size)) {
      const entry = parseEntry(text);
      if (entry && matches(entry)) yield entry;
    }
  }
}

async function* backwards(
  segments: Segment[],
  place: { start: number; end: number },
  matches: (entry: LogEntry) => boolean,
): AsyncGenerator<LogEntry> {
  for (const { file, start } of segments.toReversed()) {
    for await (const line of linesBackwards(file, start === place.start ? place.end : undefined)) {
      const entry = parseEntry(line);
      if (entry && matches(entry)) yield entry;
    }
  }
}

/** What was written after the place, which moves on. */
async function* sincePlace(folder: string, places: Places): AsyncGenerator<LogEntry> {
  const from = places.get(folder) ?? { start: 0, end: 0 };
  for (const { file, start } of await listSegments(folder)) {
    if (start < from.start) continue;
    let end = start === from.start ? from.end : 0;
    for await (const line of linesFrom(file, end)) {
      end = line.end;
      const entry = parseEntry(line.text);
      if (entry) yield entry;
    }
    places.set(folder, { start, end });
  }
}

async function currentPlaces(logs: string): Promise<Places> {
  const places: Places = new Map();
  for (const folder of await writerFolders(logs)) {
    const last = (await listSegments(folder)).at(-1);
    if (last) places.set(folder, { start: last.start, end: await endOfLastLine(last.file) });
  }
  return places;
}

/** Byte after the last whole line. */
async function endOfLastLine(file: string): Promise<number> {
  let size: number;
  try {
    ({ size } = await stat(file));
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
  for (let from = Math.max(0, size - SLACK); ; from = Math.max(0, from - SLACK)) {
    let end = 0;
    for await (const line of linesFrom(file, from, size)) end = line.end;
    if (end > 0 || from === 0) return end;
  }
}

/** Joins ordered streams; `first` says whether its first argument comes before the second. */
async function* merge(
  streams: AsyncGenerator<LogEntry>[],
  first: (a: LogEntry, b: LogEntry) => boolean,
): AsyncGenerator<LogEntry> {
  try {
    const heads: { stream: AsyncGenerator<LogEntry>; entry: LogEntry }[] = [];
    for (const stream of streams) {
      const { value, done } = await stream.next();
      if (!done) heads.push({ stream, entry: value });
    }
    while (heads.length > 0) {
      const next = heads.reduce((best, head) => (first(best.entry, head.entry) ? best : head));
      yield next.entry;
      const { value, done } = await next.stream.next();
      if (done) heads.splice(heads.indexOf(next), 1);
      else next.entry = value;
    }
  } finally {
    for (const stream of streams) await stream.return(undefined);
  }
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, done);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
