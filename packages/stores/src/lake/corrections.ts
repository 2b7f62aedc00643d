/**
 * Corrections of recorded values, as a layer over them: what was recorded stays, and from `from` to `to` the rows of a correction count in
 * its place. Where two overlap the later one counts, also one without rows: a time without values.
 *
 *     corrections.segments(chan)             // what counts when, without overlaps
 *     corrections.covers(chan, time)         // a recorded row that does not count
 *     await corrections.rows(chan, from, to) // those that count instead
 *
 * Only what is said of them is held in memory.
 */
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, removeTemporaryFiles, syncFolder } from "@hubwart/core";
import type { Correction, CorrectionOrder } from "@hubwart/ipc";
import {
  CORRECTION_FILE,
  CORRECTIONS,
  correctionName,
  readCorrection,
  writeCorrection,
} from "./correction-file.ts";
import { type Segment, segmentsOf, within } from "./correction-segments.ts";
import { DAMAGED, isDamaged } from "./damaged.ts";
import { type RecordedRow, readParquet } from "./parquet.ts";

const NOTHING: readonly Segment[] = [];

export class Corrections {
  readonly #folder: string;
  /** By number, the oldest first. */
  #all: Correction[] = [];
  #last = 0;
  /** By channel; made when they are asked for. */
  readonly #segments = new Map<string, readonly Segment[]>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns `damaged`: names of files that were set aside */
  static async open(lake: string): Promise<{ corrections: Corrections; damaged: string[] }> {
    const corrections = new Corrections(path.join(lake, CORRECTIONS));
    await ensureFolder(corrections.#folder);
    return { corrections, damaged: await corrections.#read() };
  }

  async #read(): Promise<string[]> {
    await removeTemporaryFiles(this.#folder);
    const damaged: string[] = [];
    for (const name of (await readdir(this.#folder)).sort()) {
      const number = Number(/^\d{10}/.exec(name)?.[0] ?? 0);
      this.#last = Math.max(this.#last, number);
      if (!CORRECTION_FILE.test(name)) continue;
      const file = path.join(this.#folder, name);
      const read = readCorrection(file, name);
      if (!(await isDamaged(read))) this.#all.push(await read);
      else {
        await rename(file, `${file}${DAMAGED}`);
        damaged.push(name);
      }
    }
    return damaged;
  }

  /** The oldest first; those that were undone among them. */
  get all(): readonly Correction[] {
    return this.#all;
  }

  get active(): readonly Correction[] {
    return this.#all.filter(({ undone }) => !undone);
  }

  /** What a number that is not taken yet; numbers of files that are gone or damaged are not given again. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }

  async write(number: number, order: CorrectionOrder, at: number): Promise<Correction> {
    const { by, chan, from, rows, to, why } = order;
    const found = { number, chan, from, to, values: rows.length, by, at, why, undone: false };
    try {
      await writeCorrection(path.join(this.#folder, correctionName(found)), order, at);
    } catch (error) {
      await removeTemporaryFiles(this.#folder);
      throw error;
    }
    this.#changed([...this.#all, found]);
    return found;
  }

  /** Its file stays, under another name. */
  async undo(found: Correction): Promise<Correction> {
    const undone = { ...found, undone: true };
    await rename(this.#fileOf(found), this.#fileOf(undone));
    await syncFolder(this.#folder);
    this.#changed(this.#all.map((each) => (each === found ? undone : each)));
    return undone;
  }

  /** Removes those that end before a time. @returns what was removed */
  async trim(before: number): Promise<Correction[]> {
    const old = this.#all.filter(({ to }) => to <= before);
    for (const each of old) await rm(this.#fileOf(each), { force: true });
    if (old.length > 0) this.#changed(this.#all.filter((each) => !old.includes(each)));
    return old;
  }

  /** What counts when, oldest first, without overlaps. */
  segments(chan: string): readonly Segment[] {
    const known = this.#segments.get(chan);
    if (known) return known;
    const own = this.#all.filter((each) => each.chan === chan && !each.undone);
    // Names of channels come from those who ask, and most have no correction.
    if (own.length === 0) return NOTHING;
    const found = segmentsOf(own);
    this.#segments.set(chan, found);
    return found;
  }

  /** Whether what was recorded then does not count. */
  covers(chan: string, time: number): boolean {
    return this.segments(chan).some(({ from, to }) => from <= time && time < to);
  }

  /** Rows of corrections that count, oldest first. `to` not included. @throws where a file cannot be read */
  async rows(chan: string, from: number, to: number): Promise<RecordedRow[]> {
    const found: RecordedRow[] = [];
    for (const segment of within(this.segments(chan), from, to)) {
      if (segment.correction.values === 0) continue;
      const span = { from: Math.max(from, segment.from), to: Math.min(to, segment.to) - 1 };
      for (const row of await readParquet(this.#fileOf(segment.correction), { channels: [chan], ...span }))
        found.push(row);
    }
    return found;
  }

  #fileOf(correction: Correction): string {
    return path.join(this.#folder, correctionName(correction));
  }

  #changed(all: Correction[]): void {
    this.#all = all;
    this.#segments.clear();
  }
}
