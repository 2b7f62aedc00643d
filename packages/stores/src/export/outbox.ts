/**
 * Lines that wait for a database, on disk and bounded.
 *
 *     const outbox = await Outbox.open({ folder, most: () => 256e6, log });
 *     await outbox.append(lines, now, kept); // resolves when they would survive a power cut
 *     const batch = await outbox.next();
 *     await outbox.taken(batch.last, …);
 *
 * `lines-000000000000001.log` holds frames (`frames.ts`): number of the first line (u48), number of lines (u32), the lines
 * as JSON, deflated. `progress.json` says how far the database is.
 *
 * Invariants
 * - Lines are numbered from 1 in the order they came; no number is given twice.
 * - What was taken is written down before the next batch is asked for, so a sudden end repeats at most one batch.
 * - Never more than `most` bytes: the oldest file goes first, and what of it was not taken is counted as dropped.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Logger, SerialQueue } from "@hubwart/core";
import { openSpool, type Spool } from "@hubwart/core/delivery";
import * as z from "zod/mini";
import { FrameLog, readFrames } from "../frames.ts";
import { texts } from "../texts.ts";

export interface OutboxOptions {
  folder: string;
  /** Bytes on the disk. */
  most: () => number;
  log: Logger;
}

/** Lines of one request, and their length. */
const MOST_LINES = 5_000;
const MOST_LENGTH = 1_000_000;
const LARGEST_SEGMENT = 1_048_576;
const LARGEST_INFLATED = 64 * 1_048_576;
const HEAD = 10;
const SEGMENT = /^lines-(\d{15})\.log$/;

const count = z.int().check(z.minimum(0));
const progressSchema = z.object({
  /** Number of the last line that was taken, refused or dropped. */
  done: count,
  sent: count,
  refused: count,
  dropped: count,
  lastDrop: z.number(),
  lastSuccess: z.number(),
});
export type Progress = z.output<typeof progressSchema>;

export interface Batch {
  first: number;
  last: number;
  lines: string[];
}

interface Segment {
  file: string;
  first: number;
  /** The last one's number; before `first` while it is empty. */
  last: number;
  bytes: number;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #queue = new SerialQueue();
  readonly #segments: Segment[];
  readonly #progress: Progress;
  readonly #save: () => Promise<void>;
  #open: { segment: Segment; log: FrameLog } | undefined;

  private constructor(options: OutboxOptions, segments: Segment[], { progress, save }: Spool<Progress>) {
    this.#options = options;
    this.#segments = segments;
    this.#progress = progress;
    this.#save = save;
  }

  static async open(options: OutboxOptions): Promise<Outbox> {
    const { folder, log } = options;
    const spool = await openSpool({
      folder,
      file: SEGMENT,
      parse: (value) => z.parse(progressSchema, value),
      none: { done: 0, sent: 0, refused: 0, dropped: 0, lastDrop: 0, lastSuccess: 0 },
      log,
      texts: {
        lost: texts.stateLost,
        unsaved: texts.stateUnsaved,
      },
    });
    const { progress } = spool;
    const segments: Segment[] = [];
    for (const { file, number } of spool.files) {
      const segment = await scan(file, number);
      if (segment.last < segment.first || segment.last <= progress.done) await rm(segment.file);
      else segments.push(segment);
    }
    // A progress that was lost begins at what is still there.
    progress.done = Math.max(progress.done, (segments[0]?.first ?? 1) - 1);
    return new Outbox(options, segments, spool);
  }

  get progress(): Readonly<Progress> {
    return this.#progress;
  }

  get pending(): number {
    return Math.max(0, this.#last - this.#progress.done);
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** @param kept told how many more are on the disk, also where the next ones fail */
  append(lines: readonly string[], now: number, kept: (count: number) => void = () => {}): Promise<void> {
    return this.#queue.run(async () => {
      for (const chunk of chunks(lines)) {
        const first = this.#last + 1;
        const { log, segment } = await this.#writable(first);
        await log.append(encode(first, chunk));
        segment.last += chunk.length;
        segment.bytes = log.length;
        kept(chunk.length);
      }
      await this.#makeRoom(now);
    });
  }

  /** The oldest lines that were not taken yet. */
  async next(): Promise<Batch | undefined> {
    for (;;) {
      const wanted = this.#progress.done + 1;
      const segment = this.#segments.find(({ last }) => last >= wanted);
      if (!segment) return undefined;
      const batch = collect((await readFrames(segment.file)).contents, wanted, segment.last);
      if (batch) return batch;
      // It was dropped while it was being read, or is damaged: what is not there any more cannot be sent.
      await this.#queue.run(async () => {
        if (this.#segments.includes(segment)) await this.#drop(segment, 0);
      });
    }
  }

  /** The database took the lines up to `last`, but for `refused` of them. */
  taken({ first, last }: Pick<Batch, "first" | "last">, refused: number, now: number): Promise<void> {
    return this.#queue.run(async () => {
      const progress = this.#progress;
      // What was dropped while it was under way arrived after all.
      progress.dropped -= Math.max(0, Math.min(progress.done, last) - first + 1);
      progress.sent += last - first + 1 - refused;
      progress.refused += refused;
      progress.done = Math.max(progress.done, last);
      progress.lastSuccess = now;
      await this.#save();
      for (const segment of this.#segments.filter((one) => one.last <= progress.done))
        await this.#remove(segment);
    });
  }

  /** Forgets what waits: the export was switched off. */
  clear(): Promise<void> {
    return this.#queue.run(async () => {
      this.#progress.done = this.#last;
      await this.#save();
      for (let oldest = this.#segments[0]; oldest; oldest = this.#segments[0]) await this.#remove(oldest);
    });
  }

  close(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#open?.log.close();
      this.#open = undefined;
    });
  }

  get #last(): number {
    return Math.max(this.#progress.done, this.#segments.at(-1)?.last ?? 0);
  }

  async #writable(first: number): Promise<{ segment: Segment; log: FrameLog }> {
    const largest = Math.min(LARGEST_SEGMENT, this.#options.most() / 8);
    if (this.#open && this.#open.log.length < largest && this.#segments.includes(this.#open.segment))
      return this.#open;
    await this.#open?.log.close();
    const file = path.join(this.#options.folder, `lines-${String(first).padStart(15, "0")}.log`);
    const segment = { file, first, last: first - 1, bytes: 0 };
    this.#open = { segment, log: await FrameLog.open(file, 0) };
    this.#segments.push(segment);
    return this.#open;
  }

  async #makeRoom(now: number): Promise<void> {
    while (this.#segments.length > 1 && this.bytes > this.#options.most()) {
      const oldest = this.#segments[0];
      if (oldest) await this.#drop(oldest, now);
    }
  }

  /** @param now 0 keeps the time of the last loss */
  async #drop(segment: Segment, now: number): Promise<void> {
    const progress = this.#progress;
    progress.dropped += Math.max(0, segment.last - Math.max(progress.done, segment.first - 1));
    progress.done = Math.max(progress.done, segment.last);
    progress.lastDrop = Math.max(now, progress.lastDrop);
    await this.#save();
    await this.#remove(segment);
  }

  async #remove(segment: Segment): Promise<void> {
    if (this.#open?.segment === segment) {
      await this.#open.log.close();
      this.#open = undefined;
    }
    const at = this.#segments.indexOf(segment);
    if (at >= 0) this.#segments.splice(at, 1);
    await rm(segment.file, { force: true });
  }
}

function* chunks(lines: readonly string[]): Generator<readonly string[]> {
  let from = 0;
  let length = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const next = lines[at]?.length ?? 0;
    if (at > from && (at - from >= MOST_LINES || length + next > MOST_LENGTH)) {
      yield lines.slice(from, at);
      from = at;
      length = 0;
    }
    length += next;
  }
  if (from < lines.length) yield lines.slice(from);
}

function encode(first: number, lines: readonly string[]): Buffer {
  const head = Buffer.allocUnsafe(HEAD);
  head.writeUIntLE(first, 0, 6);
  head.writeUInt32LE(lines.length, 6);
  return Buffer.concat([head, deflateRawSync(JSON.stringify(lines), { level: 1 })]);
}

/** Whole frames from `wanted` on, as many as one request takes. */
function collect(contents: readonly Buffer[], wanted: number, until: number): Batch | undefined {
  let batch: Batch | undefined;
  let length = 0;
  for (const content of contents) {
    const first = content.readUIntLE(0, 6);
    const last = first + content.readUInt32LE(6) - 1;
    if (last < wanted || last > until) continue;
    if (batch && batch.lines.length + last - first + 1 > MOST_LINES) break;
    const text = inflateRawSync(content.subarray(HEAD), { maxOutputLength: LARGEST_INFLATED }).toString(
      "utf8",
    );
    if (batch && length + text.length > MOST_LENGTH) break;
    length += text.length;
    const lines = (JSON.parse(text) as string[]).slice(Math.max(0, wanted - first));
    batch ??= { first: Math.max(first, wanted), last, lines: [] };
    batch.lines = batch.lines.concat(lines);
    batch.last = last;
  }
  return batch;
}

async function scan(file: string, first: number): Promise<Segment> {
  const { contents, length } = await readFrames(file);
  const final = contents.at(-1);
  const last = final ? final.readUIntLE(0, 6) + final.readUInt32LE(6) - 1 : first - 1;
  return { file, first, last, bytes: length };
}
