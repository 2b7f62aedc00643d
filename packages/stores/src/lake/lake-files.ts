/**
 * The lake's files:
 *
 *     2026-11-21.parquet                        a finished day (UTC)
 *     hot/20261121T1315Z-0000000042.log         rows of a quarter of an hour, or of a part of it
 *     hot/20261121T1315Z-0000000042.parquet     the same, sorted, until its day is over
 *     summary.db                                minutes, hours and days for charts
 *
 * A day's file names the parts it was made from in its metadata: a part that is still there is a leftover.
 */
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { removeTemporaryFiles } from "@hubwart/core";
import { addToBins, type Bin } from "./bins.ts";
import { DAY_FILE, type LakeDay, listDays } from "./days.ts";
import { eachGroup, metadataOf, PARTS_KEY, type RecordedRow, readParquet } from "./parquet.ts";
import { DAY, dayName, QUARTER, quarterName } from "./spans.ts";
import type { Summaries } from "./summaries.ts";
import { addTurn, type Turn } from "./turns.ts";

/** How much is kept; whichever comes first. */
export interface Keep {
  days: number;
  /** Of the day files together. */
  bytes: number;
}

const LOG = /^(\d{8}T\d{4}Z-\d{10})\.log$/;
const PART = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z-\d{10}\.parquet$/;
/** Bins of minutes are kept so long; older charts are drawn from hours. */
export const MINUTES_KEPT = 35 * DAY;

export class LakeFiles {
  readonly #folder: string;
  readonly #keep: Keep;
  #serial = 0;

  constructor(folder: string, keep: Keep) {
    this.#folder = folder;
    this.#keep = keep;
  }

  /** What an interrupted write left; and the number after the highest one in use. */
  async clean(): Promise<void> {
    await removeTemporaryFiles(this.#folder);
    await removeTemporaryFiles(this.#hot());
    for (const name of await readdir(this.#hot())) {
      const number = Number(/-(\d{10})\./.exec(name)?.[1] ?? 0);
      this.#serial = Math.max(this.#serial, number);
    }
    for (const day of await this.#dayNames()) {
      const joined = await partsIn(this.dayFile(day));
      for (const part of joined) await rm(this.part(part), { force: true });
      const last = Math.max(0, ...joined.map((part) => Number(/-(\d{10})\./.exec(part)?.[1] ?? 0)));
      this.#serial = Math.max(this.#serial, last);
    }
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
    return existsSync(this.dayFile(day)) && (await partsIn(this.dayFile(day))).includes(name);
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
  async sources(day: string, parts: readonly string[]): Promise<string[]> {
    const present = existsSync(this.dayFile(day)) ? [this.dayFile(day)] : [];
    return await Promise.resolve([...present, ...parts.map((part) => this.part(part))]);
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

  days(): Promise<LakeDay[]> {
    return listDays(this.#folder);
  }

  /** Removes the oldest days beyond what is kept. */
  async trim(now: number, summaries: Summaries): Promise<void> {
    const oldest = now - this.#keep.days * DAY;
    let bytes = 0;
    for (const { name, size } of await this.days()) {
      bytes += size;
      const start = Date.parse(name.slice(0, 10));
      if (start + DAY <= oldest || bytes > this.#keep.bytes) await rm(path.join(this.#folder, name));
    }
    summaries.trim(now - MINUTES_KEPT, oldest);
  }

  /** Makes the bins of one day anew from its file. A file that cannot be read changes nothing. */
  async rebuild(name: string, summaries: Summaries): Promise<void> {
    const day = DAY_FILE.exec(name)?.[1];
    if (day === undefined || !existsSync(this.dayFile(day))) throw new RangeError(`no such day: ${name}`);
    const start = Date.parse(day);
    const bins = new Map<string, Map<number, Bin>>();
    const turns = new Map<string, Turn[]>();
    const add = ({ channel, quality, time, value }: RecordedRow) => {
      const known = turns.get(channel) ?? [];
      turns.set(channel, known);
      addTurn(known, time, quality);
      if (value === null || quality === 2 || !Number.isFinite(value)) return;
      const minutes = bins.get(channel) ?? new Map<number, Bin>();
      bins.set(channel, minutes);
      addToBins(minutes, time, value);
    };
    await eachGroup(this.dayFile(day), (rows) => rows.forEach(add));
    summaries.clear(start, start + DAY);
    summaries.settle([], bins, turns);
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

async function partsIn(file: string): Promise<string[]> {
  const entries = (await metadataOf(file)).key_value_metadata ?? [];
  const text = entries.find(({ key }) => key === PARTS_KEY)?.value;
  return text === undefined || text === "" ? [] : text.split(",");
}

function timeOfPart(name: string): number {
  const [, year, month, day, hour, minute] = PART.exec(name) ?? [];
  return Date.parse(`${year ?? ""}-${month ?? ""}-${day ?? ""}T${hour ?? ""}:${minute ?? ""}:00Z`);
}

/** Rows of a span out of several files. */
export async function readFiles(
  files: readonly string[],
  question: { channels: readonly string[]; from: number; to: number },
): Promise<RecordedRow[]> {
  const rows: RecordedRow[] = [];
  for (const file of files) rows.push(...(await readParquet(file, question)));
  return rows;
}
