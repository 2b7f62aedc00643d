/**
 * The log of the rows of one quarter of an hour, or of a part of it. Rows are on disk when `append` resolves;
 * `readHotLog` gives back what survived.
 */
import { FrameLog, readFrames } from "../frames.ts";
import { addToBins, type Bin } from "./bins.ts";
import { decodeRows, encodeRows } from "./codec.ts";
import { concat, pick, type RowBuffer, type Rows, sorted } from "./rows.ts";
import { addTurns, type Turn } from "./turns.ts";

export class HotLog {
  readonly file: string;
  /** Start of the quarter that all rows lie in. */
  readonly quarter: number;
  /** Minutes of the rows appended so far, by channel. */
  readonly bins = new Map<number, Map<number, Bin>>();
  /** Changes of quality of the rows appended so far, by channel. */
  readonly turns = new Map<number, Turn[]>();
  rows = 0;
  /** Of the oldest row, ms since the epoch. */
  first = Number.POSITIVE_INFINITY;
  readonly #log: FrameLog;
  readonly #named = new Set<number>();

  private constructor(file: string, quarter: number, log: FrameLog) {
    this.file = file;
    this.quarter = quarter;
    this.#log = log;
  }

  static async create(file: string, quarter: number): Promise<HotLog> {
    return new HotLog(file, quarter, await FrameLog.open(file, 0));
  }

  async append(buffer: RowBuffer, nameOf: (channel: number) => string): Promise<void> {
    this.first = Math.min(this.first, buffer.first);
    const rows = buffer.rows();
    const names = [...new Set(rows.channels)]
      .filter((channel) => !this.#named.has(channel))
      .map((channel): [number, string] => [channel, nameOf(channel)]);
    await this.#log.append(encodeRows(rows, names));
    for (const [channel] of names) this.#named.add(channel);
    this.rows += rows.times.length;
    addBins(this.bins, rows);
    addTurns(this.turns, rows);
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

export interface Wanted {
  channels: ReadonlySet<string>;
  /** ms since the epoch; `to` not included. */
  from: number;
  to: number;
}

/** The rows of a log, sorted, and the names of its channels. A few of them are chosen before they are sorted. */
export async function readHotLog(
  file: string,
  wanted?: Wanted,
): Promise<{ rows: Rows; names: Map<number, string>; damaged: number }> {
  const { contents, damaged } = await readFrames(file);
  const names = new Map<number, string>();
  const frames = contents.map((content) => {
    const frame = decodeRows(content);
    for (const [channel, name] of frame.names) names.set(channel, name);
    if (wanted) return pick(frame.rows, rowsOf(frame.rows, names, wanted));
    // The frame that named a channel may be the one that is lost.
    return damaged === 0 ? frame.rows : pick(frame.rows, rowsOfKnown(frame.rows, names));
  });
  return { rows: sorted(concat(frames)), names, damaged };
}

function rowsOfKnown({ channels }: Rows, names: Map<number, string>): Uint32Array {
  const found: number[] = [];
  channels.forEach((channel, at) => {
    if (names.has(channel)) found.push(at);
  });
  return Uint32Array.from(found);
}

/** A channel is named in the first frame that has it. */
function rowsOf({ channels, times }: Rows, names: Map<number, string>, wanted: Wanted): Uint32Array {
  const numbers = new Set(
    [...names].filter(([, name]) => wanted.channels.has(name)).map(([number]) => number),
  );
  const found: number[] = [];
  channels.forEach((channel, at) => {
    const time = times[at] ?? 0;
    if (numbers.has(channel) && time >= wanted.from && time < wanted.to) found.push(at);
  });
  return Uint32Array.from(found);
}

export function addBins(bins: Map<number, Map<number, Bin>>, rows: Rows): void {
  rows.channels.forEach((channel, at) => {
    const value = rows.values[at] ?? Number.NaN;
    // A bad value is no measurement; it is kept among the values, not among the figures.
    if (!Number.isFinite(value) || rows.qualities[at] === 2) return;
    let minutes = bins.get(channel);
    if (!minutes) {
      minutes = new Map();
      bins.set(channel, minutes);
    }
    addToBins(minutes, rows.times[at] ?? 0, value);
  });
}
