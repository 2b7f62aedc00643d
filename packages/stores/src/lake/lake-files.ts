/**
 * The lake's files:
 *
 *     2026-11-21.parquet                        a finished day (UTC)
 *     hot/20261121T1315Z-0000000042.log         rows of a quarter of an hour, or of a part of it
 *     hot/20261121T1315Z-0000000042.parquet     the same, sorted, until its day is over
 *     corrections/0000000042.parquet            rows that count in place of recorded ones (`corrections.ts`)
 *     summary.db                                minutes, hours and days for charts
 *     aged-until                                up to when days went by their age (packages/core/src/ageing.ts)
 *
 * A day's file names the parts it was made from in its metadata: a part that is still there is a leftover. What cannot be
 * read any more is set aside as `<name>.damaged`, so that it keeps nothing else from being recorded or joined.
 */
import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Ageing, type AgeingOptions, ifThere, removeTemporaryFiles } from "@hubwart/core";
import { texts } from "../texts.ts";
import { addToBins, type Bin } from "./bins.ts";
import { CORRECTIONS } from "./correction-file.ts";
import { Corrections } from "./corrections.ts";
import { DAMAGED, isDamaged, trimDamaged } from "./damaged.ts";
import { type LakeDay, listDays } from "./days.ts";
import { DAY_FILE, LOG, PART, timeOfPart } from "./names.ts";
import { checkParquet, eachGroup, metadataOf, partsNamed, type RecordedRow, readParquet } from "./parquet.ts";
import { DAY, dayName, QUARTER, quarterName, startOf } from "./spans.ts";
import type { MinuteBins, Summaries } from "./summaries.ts";
import { addTurn, type Turn } from "./turns.ts";
import type { ChannelDay } from "./unsettled.ts";

/** How much is kept; whichever comes first. */
export interface Keep {
  days: number;
  /** Of the day files together. */
  bytes: number;
}

/** Bins of minutes are kept so long; older charts are drawn from hours. */
export const MINUTES_KEPT = 35 * DAY;

export class LakeFiles {
  readonly corrections: Corrections;
  readonly #folder: string;
  /** Files of corrections that were damaged. */
  readonly #damaged: string[];
  /** May be another from one trim to the next. */
  keep: Keep;
  readonly #ageing: { days: Ageing; minutes: Ageing };
  #serial = 0;

  private constructor(
    folder: string,
    keep: Keep,
    ageing: { days: Ageing; minutes: Ageing },
    { corrections, damaged }: { corrections: Corrections; damaged: string[] },
  ) {
    this.#folder = folder;
    this.corrections = corrections;
    this.#damaged = damaged;
    this.keep = keep;
    this.#ageing = ageing;
  }

  /** @param time of the device, for what goes by its age */
  static async open(folder: string, keep: Keep, time: Omit<AgeingOptions, "file">): Promise<LakeFiles> {
    const days = await Ageing.open({ ...time, file: path.join(folder, "aged-until") });
    const ageing = { days, minutes: await Ageing.open(time) };
    return new LakeFiles(folder, keep, ageing, await Corrections.open(folder));
  }

  /** What an interrupted write left; and the number after the highest one in use. @returns what is damaged, by name */
  async clean(): Promise<string[]> {
    await removeTemporaryFiles(this.#folder);
    await removeTemporaryFiles(this.#hot());
    for (const name of await readdir(this.#hot())) this.#count(name);
    const damaged = await this.setAsideDamaged((await this.#parts()).map((part) => this.part(part)));
    damaged.push(...this.#damaged);
    for (const day of await this.#dayNames()) {
      const file = this.dayFile(day);
      const parts = partsIn(file);
      if (await isDamaged(parts)) {
        damaged.push(await this.#setAside(file));
        continue;
      }
      for (const part of await parts) {
        this.#count(part);
        await rm(this.part(part), { force: true });
      }
    }
    return damaged;
  }

  /** @returns the names of those that were damaged */
  async setAsideDamaged(files: readonly string[]): Promise<string[]> {
    const damaged: string[] = [];
    for (const file of files) {
      if (await isDamaged(checkParquet(file))) damaged.push(await this.#setAside(file));
    }
    return damaged;
  }

  async #setAside(file: string): Promise<string> {
    await ifThere(rename(file, `${file}${DAMAGED}`));
    return path.basename(file);
  }

  #count(name: string): void {
    this.#serial = Math.max(this.#serial, Number(/-(\d{10})\./.exec(name)?.[1] ?? 0));
  }

  newLog(quarter: number): string {
    this.#serial += 1;
    return this.#hot(`${quarterName(quarter)}-${String(this.#serial).padStart(10, "0")}.log`);
  }

  async logs(): Promise<string[]> {
    return (await readdir(this.#hot()))
      .filter((name) => LOG.test(name))
      .sort()
      .map((name) => this.#hot(name));
  }

  partOf(log: string): string {
    return log.replace(/\.log$/, ".parquet");
  }

  part(name: string): string {
    return this.#hot(name);
  }

  /** Whether the rows of a log lie in a part already, or in their day's file. */
  async hasPart(name: string): Promise<boolean> {
    if (existsSync(this.part(name))) return true;
    const day = dayName(timeOfPart(name));
    // A damaged one has nothing; it is set aside when the day is joined.
    return (
      existsSync(this.dayFile(day)) &&
      (await partsIn(this.dayFile(day)).then(
        (parts) => parts.includes(name),
        () => false,
      ))
    );
  }

  dayFile(day: string): string {
    return path.join(this.#folder, `${day}.parquet`);
  }

  /** Days that are over and have parts that are not in their file. */
  async finishedDays(now: number): Promise<{ day: string; parts: string[] }[]> {
    const days = new Map<string, string[]>();
    for (const part of await this.#parts()) {
      const day = dayName(timeOfPart(part));
      if (day === dayName(now)) continue;
      days.set(day, [...(days.get(day) ?? []), part]);
    }
    return [...days].map(([day, parts]) => ({ day, parts }));
  }

  /** What a day's file is made from: the file there is, and parts that came later. */
  sources(day: string, parts: readonly string[]): string[] {
    return [this.dayFile(day), ...parts.map((part) => this.part(part))].filter((file) => existsSync(file));
  }

  /** Files whose rows may lie between two times, oldest first. */
  async between(from: number, to: number): Promise<string[]> {
    const days = (await this.#dayNames()).filter((day) => {
      const start = Date.parse(day);
      return start + DAY > from && start <= to;
    });
    const parts = (await this.#parts()).filter((part) => {
      const start = timeOfPart(part);
      return start + QUARTER > from && start <= to;
    });
    return [...days.map((day) => this.dayFile(day)), ...parts.map((part) => this.part(part))];
  }

  /** Days, parts or logs. */
  async hasValues(): Promise<boolean> {
    return (await this.#dayNames()).length + (await this.#parts()).length + (await this.logs()).length > 0;
  }

  days(): Promise<LakeDay[]> {
    return listDays(this.#folder);
  }

  /** Removes the oldest days beyond what is kept, never the newest. @returns what was removed, in words */
  async trim(now: number, summaries: Summaries): Promise<string[]> {
    const said: string[] = [];
    const days = (await this.days()).map((day) => ({ ...day, start: Date.parse(day.name.slice(0, 10)) }));
    const newest = Math.max(
      timeOfPart((await this.#parts()).at(-1) ?? "") + QUARTER || 0,
      (days[0]?.start ?? 0) + DAY,
    );
    const oldest = days.at(-1)?.start ?? now;
    const before = await this.#ageing.days.bound({ oldest, newest, keep: this.keep.days * DAY });
    let bytes = 0;
    for (const [place, { name, size, start }] of days.entries()) {
      bytes += size;
      const tooOld = before !== undefined && start + DAY <= before;
      if (place === 0 || !(tooOld || bytes > this.keep.bytes)) continue;
      await rm(path.join(this.#folder, name));
      said.push(`${name} (${tooOld ? texts.olderThan(this.keep.days) : texts.noRoom})`);
    }
    for (const folder of [this.#folder, this.#hot(), path.join(this.#folder, CORRECTIONS)])
      said.push(...(await trimDamaged(folder)).map((name) => texts.damagedFile(name)));
    if (before !== undefined) {
      summaries.trim(before);
      for (const { number } of await this.corrections.trim(before)) summaries.unsettled.forget(number);
    }
    const first = summaries.firstMinute() ?? now;
    const minutes = await this.#ageing.minutes.bound({ oldest: first, newest, keep: MINUTES_KEPT });
    if (minutes !== undefined) summaries.trimMinutes(minutes);
    return said;
  }

  /** Makes the bins of one day anew from its file. A file that cannot be read changes nothing. */
  async rebuild(name: string, summaries: Summaries): Promise<void> {
    const day = DAY_FILE.exec(name)?.[1];
    if (day === undefined || !existsSync(this.dayFile(day))) throw new RangeError(`no such day: ${name}`);
    const { bins, turns } = await figuresOf(this.dayFile(day));
    const start = Date.parse(day);
    summaries.clear(start, start + DAY);
    summaries.settle([], bins, turns, this.correctedDays(start, DAY));
  }

  /** Whose figures are to be made anew where rows of a time were added to them; it lies within a day. */
  correctedDays(from: number, length: number): ChannelDay[] {
    const touched = this.corrections.active.filter((each) => each.from < from + length && each.to > from);
    return touched.map(({ chan }): ChannelDay => [chan, startOf(from, DAY)]);
  }

  /** Whether rows of a day can still be read. */
  async hasRows(day: number): Promise<boolean> {
    return (await this.between(day, day + DAY - 1)).length > 0;
  }

  /**
   * Bins of one channel and day, corrected. Parts whose own are not among the summaries yet are left out.
   *
   * @throws where a file cannot be read: what is there stays then
   */
  async correctedBins([chan, day]: ChannelDay, summaries: Summaries): Promise<MinuteBins> {
    const rows = await this.corrections.rows(chan, day, day + DAY);
    for (const file of await this.between(day, day + DAY - 1)) {
      const waits =
        existsSync(file.replace(/\.parquet$/, ".log")) && !summaries.isSettled(path.basename(file));
      if (waits) continue;
      for (const row of await readParquet(file, { channels: [chan], from: day, to: day + DAY - 1 }))
        if (!this.corrections.covers(chan, row.time)) rows.push(row);
    }
    const bins: MinuteBins = new Map();
    for (const row of rows.sort((a, b) => a.time - b.time)) addRow(bins, row);
    return bins;
  }

  /** Takes the figures of all parts into new summaries; those of a log that is a part already count as settled. */
  async summarizeParts(summaries: Summaries): Promise<void> {
    for (const part of await this.#parts()) {
      const { bins, turns } = await figuresOf(this.part(part));
      const log = this.part(part).replace(/\.parquet$/, ".log");
      const days = this.correctedDays(timeOfPart(part), QUARTER);
      summaries.settle(existsSync(log) ? [part] : [], bins, turns, days);
    }
  }

  #hot(...names: string[]): string {
    return path.join(this.#folder, "hot", ...names);
  }

  async #parts(): Promise<string[]> {
    return (await readdir(this.#hot())).filter((name) => PART.test(name)).sort();
  }

  async #dayNames(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.flatMap((name) => DAY_FILE.exec(name)?.[1] ?? []).sort();
  }
}

async function figuresOf(
  file: string,
): Promise<{ bins: Map<string, Map<number, Bin>>; turns: Map<string, Turn[]> }> {
  const bins = new Map<string, Map<number, Bin>>();
  const turns = new Map<string, Turn[]>();
  const add = (row: RecordedRow) => {
    const { channel, quality, time } = row;
    const known = turns.get(channel) ?? [];
    turns.set(channel, known);
    addTurn(known, time, quality);
    const minutes = bins.get(row.channel) ?? new Map<number, Bin>();
    if (addRow(minutes, row)) bins.set(row.channel, minutes);
  };
  await eachGroup(file, (rows) => rows.forEach(add));
  return { bins, turns };
}

/** @returns whether it has a number that counts */
function addRow(minutes: MinuteBins, { quality, time, value }: RecordedRow): boolean {
  if (value === null || quality === 2 || !Number.isFinite(value)) return false;
  addToBins(minutes, time, value);
  return true;
}

/** Whoever may have written the file: what is named is removed, so nothing but parts counts. */
async function partsIn(file: string): Promise<string[]> {
  return partsNamed(await metadataOf(file)).filter((name) => PART.test(name));
}

/** Rows of a span out of several files. @param unreadable told of each file whose rows are missing */
export async function readFiles(
  files: readonly string[],
  question: { channels: readonly string[]; from: number; to: number },
  unreadable: (file: string, error: unknown) => void,
): Promise<RecordedRow[]> {
  const rows: RecordedRow[] = [];
  for (const file of files) {
    try {
      for (const row of await readParquet(file, question)) rows.push(row);
    } catch (error) {
      unreadable(file, error);
    }
  }
  return rows;
}
