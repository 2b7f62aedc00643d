/**
 * Recorded history: every value that a channel with `record` had, for years.
 *
 *     const lake = await Lake.open({ folder: layout.lake, clock, scope, log, keep: { days: 3650, bytes: 10e9 } });
 *     lake.add("mqtt.hall.temperature", now, 21.5, 0);          // on disk within FLUSH_MS
 *     await lake.chart({ channels, from, to, points: 500 });
 *
 * The way of a value: buffer → hot log (synced) → Parquet part (sorted) → the day's Parquet file.
 *
 * Invariants
 * - All files are changed by one queue. A file appears whole, then what it was made from is removed; a start
 *   finishes what a sudden end left between the two, and no row is kept twice.
 * - All rows of a log lie in one quarter of an hour (UTC). A clock that was set back begins another log.
 * - A damaged file is set aside and logged; recording goes on, and whatever else there is stays readable. Damaged summaries are made
 *   again from the files.
 */
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Clock, ensureFolder, errorText, type Logger, type Scope, SerialQueue } from "@hubwart/core";
import { isDamage } from "@hubwart/core/store";
import type { Chart } from "@hubwart/ipc";
import { obeyRestore } from "../restore-order.ts";
import { texts } from "../texts.ts";
import { answerChart, type ChartQuestion } from "./chart.ts";
import { Corrector } from "./corrector.ts";
import type { LakeDay } from "./days.ts";
import { addBins, HotLog, readHotLog, type Wanted } from "./hot-log.ts";
import { type Keep, LakeFiles, MINUTES_KEPT } from "./lake-files.ts";
import { Losses } from "./losses.ts";
import { timeOfPart } from "./names.ts";
import { joinParquet, writeParquet } from "./parquet.ts";
import { absence, BEAT_EVERY, beat } from "./presence.ts";
import { RowBuffer, sortedByName } from "./rows.ts";
import { QUARTER, startOf } from "./spans.ts";
import { Summaries } from "./summaries.ts";
import { completeSummaries, removeSummaries, summaryFile } from "./summary-file.ts";
import { addTurns, type Turn } from "./turns.ts";

export interface LakeOptions {
  folder: string;
  clock: Clock;
  /** Flushes and closes when it ends. */
  scope: Scope;
  log: Logger;
  keep: Keep;
  /** Told why values do not reach the disk, and when that is over. */
  trouble?: (text: string | undefined) => void;
  /** Whether the device's clock follows a time server; for tests. */
  synchronised?: () => boolean;
}

/** A power cut costs at most this and the time of one write, ms. */
export const FLUSH_MS = 3_000;
/** A log of so many rows is made a part: memory while sorting grows with it. */
const MOST_ROWS = 200_000;
/** Rows that wait while the disk does not take them; the oldest are then counted and dropped. */
const MOST_WAITING = 1_000_000;

export class Lake {
  readonly #options: LakeOptions;
  readonly #files: LakeFiles;
  readonly #losses: Losses;
  readonly #queue = new SerialQueue();
  /** Rows that count in place of those recorded. */
  readonly corrections: Corrector;
  #summaries: Summaries;
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** Rows by the quarter they lie in; more than one only around its change. */
  readonly #waiting = new Map<number, RowBuffer>();
  #log: HotLog | undefined;
  /** It becomes a part. */
  #ending: HotLog | undefined;
  #failing = false;
  #beating = false;
  #flushing = false;
  /** The summaries have been made anew since the start. */
  #remade = false;
  #remaking: Promise<void> = Promise.resolve();
  /** Rows that could not be kept because the disk did not take them. */
  dropped = 0;

  private constructor(options: LakeOptions, files: LakeFiles, summaries: Summaries) {
    this.#options = options;
    this.#files = files;
    this.#losses = new Losses(options.log);
    this.#summaries = summaries;
    this.corrections = new Corrector({
      files,
      summaries: () => this.#summaries,
      queue: this.#queue,
      now: () => options.clock.now(),
      ended: () => options.scope.ended,
      failed: (day, error) => this.#losses.unsettled(day, error),
    });
  }

  static async open(options: LakeOptions): Promise<Lake> {
    const { clock, folder, keep, scope } = options;
    await ensureFolder(folder);
    await mkdir(path.join(folder, "hot"), { recursive: true, mode: 0o700 });
    const files = await LakeFiles.open(folder, keep, options);
    const damaged = await files.clean();
    const missing = !existsSync(summaryFile(folder));
    const summaries = await completeSummaries(folder, await files.hasValues());
    const lake = new Lake(options, files, summaries ?? new Summaries(summaryFile(folder)));
    scope.add(() => lake.#close());
    lake.#losses.damaged(damaged);
    if (!summaries) await lake.#remake(missing ? texts.noSummaries : texts.damagedSummaries);
    await lake.#tried(texts.untidy, async () => {
      await lake.corrections.reconcile();
      await lake.#tidy();
    });
    await obeyRestore(folder, (name) => lake.rebuild(name)).catch((error: unknown) =>
      options.log.error(texts.dayNotRead(errorText(error))),
    );
    await lake.#tried(texts.notNoted, async () => {
      const away = await absence(folder, clock);
      if (away) lake.#summaries.addAbsence(...away);
      await beat(folder, clock);
    });
    scope.add(clock.every(BEAT_EVERY, () => lake.#beat()));
    scope.add(clock.every(FLUSH_MS, () => lake.#flushNow()));
    return lake;
  }

  /** `time`: of arrival, ms since the epoch. */
  add(name: string, time: number, value: unknown, quality: number): void {
    const quarter = startOf(time, QUARTER);
    let buffer = this.#waiting.get(quarter);
    if (!buffer) {
      buffer = new RowBuffer();
      this.#waiting.set(quarter, buffer);
    }
    if (buffer.length >= MOST_WAITING) {
      this.dropped += 1;
      return;
    }
    buffer.push(this.#numberOf(name), time, value, quality);
  }

  /** Resolves when everything added so far is on disk, or could not be written. */
  async flush(): Promise<void> {
    await this.#tried(texts.notStored, () => this.#flush());
  }

  async chart(question: ChartQuestion): Promise<Chart> {
    try {
      return await this.#chart(question);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await this.#replaceSummaries();
      return await this.#chart(question);
    }
  }

  #chart(question: ChartQuestion): Promise<Chart> {
    return answerChart(question, {
      summaries: this.#summaries,
      files: this.#files,
      recent: (name) => this.#recentBins(name),
      recentTurns: (name) => this.#recentTurns(name),
      now: this.#options.clock.now(),
      minutesFrom: this.#options.clock.now() - MINUTES_KEPT,
      recentRows: (wanted) => this.#recentRows(wanted),
      unreadable: (file, error) => this.#losses.unreadable(file, error),
    });
  }

  channels(): string[] {
    return this.#summaries.names();
  }

  /** The days there are, newest first. */
  days(): Promise<LakeDay[]> {
    return this.#files.days();
  }

  /** Reads a day's file anew: what charts are drawn from is made again from it. */
  async rebuild(name: string): Promise<void> {
    await this.#queue.run(() => this.#files.rebuild(name, this.#summaries));
    await this.corrections.settle();
  }

  /** From now on so much is kept; what is beyond it by its size goes at once. */
  async keep(keep: Keep): Promise<void> {
    this.#files.keep = keep;
    await this.#tried(texts.untidy, () => this.#tidy());
  }

  /** Makes all logs parts and all parts of past days their day's file. */
  async settle(): Promise<void> {
    await this.#queue.run(async () => {
      await this.#flush();
      await this.#endLog();
    });
    await this.corrections.settle();
  }

  async #flush(): Promise<void> {
    for (const [quarter, buffer] of [...this.#waiting].sort(([a], [b]) => a - b)) {
      if (this.#log && (this.#log.quarter !== quarter || this.#log.rows >= MOST_ROWS)) await this.#endLog();
      this.#log ??= await HotLog.create(this.#files.newLog(quarter), quarter);
      // Rows that come while this is written go to the next buffer.
      this.#waiting.delete(quarter);
      try {
        await this.#log.append(buffer, (channel) => this.#names[channel] ?? "");
      } catch (error) {
        this.#putBack(quarter, buffer);
        throw error;
      }
    }
    const { clock } = this.#options;
    if (this.#log && this.#log.quarter !== startOf(clock.now(), QUARTER)) await this.#endLog();
  }

  #putBack(quarter: number, failed: RowBuffer): void {
    const since = this.#waiting.get(quarter);
    if (since) failed.append(since);
    this.#waiting.set(quarter, failed);
  }

  async #endLog(): Promise<void> {
    const log = this.#log;
    this.#ending = log;
    try {
      await log?.close();
      this.#log = undefined;
      await this.#tidy();
    } finally {
      this.#ending = undefined;
    }
  }

  /**
   * Takes every file one step further: logs to parts, parts of past days to days, old days away. What cannot be done for one file
   * is done for the others.
   */
  async #tidy(): Promise<void> {
    const failures: unknown[] = [];
    const each = (task: () => Promise<void>) => task().catch((error: unknown) => void failures.push(error));
    for (const log of await this.#files.logs()) {
      if (log !== this.#log?.file) await each(() => this.#settleLog(log));
    }
    for (const { day, parts } of await this.#files.finishedDays(this.#options.clock.now())) {
      await each(() => this.#joinDay(day, parts));
    }
    for (const gone of await this.#files.trim(this.#options.clock.now(), this.#summaries))
      this.#options.log.info(`Aufzeichnung entfernt: ${gone}.`);
    void this.corrections.settle();
    if (failures.length > 0) throw failures[0];
  }

  async #joinDay(day: string, parts: readonly string[]): Promise<void> {
    this.#losses.damaged(await this.#files.setAsideDamaged(this.#files.sources(day, parts)));
    await joinParquet(this.#files.sources(day, parts), this.#files.dayFile(day), parts);
    for (const part of parts) await rm(this.#files.part(part), { force: true });
  }

  async #settleLog(log: string): Promise<void> {
    const part = this.#files.partOf(log);
    const name = path.basename(part);
    const { damaged, names, rows } = await readHotLog(log);
    if (rows.times.length > 0) {
      const nameOf = (channel: number) => names.get(channel) ?? "";
      if (!(await this.#files.hasPart(name))) await writeParquet(part, sortedByName(rows, nameOf), nameOf);
      if (!this.#summaries.isSettled(name)) {
        const bins = new Map();
        addBins(bins, rows);
        const turns = new Map<number, Turn[]>();
        addTurns(turns, rows);
        this.#summaries.settle(
          [name],
          [...bins].map(([channel, minutes]) => [nameOf(channel), minutes]),
          [...turns].map(([channel, changes]) => [nameOf(channel), changes]),
          this.#files.correctedDays(timeOfPart(name), QUARTER),
        );
      }
    }
    if (damaged === 0) await rm(log);
    else {
      const kept = `${log}.damaged`;
      await rename(log, kept);
      this.#options.log.error(texts.damagedSections(damaged, path.basename(kept)));
    }
    this.#summaries.forgetSettled([name]);
  }

  /** By the timer: a slow disk must not gather flushes. */
  #flushNow(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    void this.flush().finally(() => (this.#flushing = false));
  }

  #beat(): void {
    if (this.#beating) return;
    this.#beating = true;
    const { clock, folder, log } = this.#options;
    beat(folder, clock)
      .catch((error: unknown) => log.debug(`alive: ${errorText(error)}`))
      .finally(() => (this.#beating = false));
  }

  #recentBins(name: string) {
    const number = this.#numbers.get(name);
    return number === undefined ? undefined : this.#log?.bins.get(number);
  }

  #recentTurns(name: string): readonly Turn[] {
    const number = this.#numbers.get(name);
    return (number === undefined ? undefined : this.#log?.turns.get(number)) ?? [];
  }

  async #recentRows(wanted: Wanted) {
    const recent = [...this.#waiting.values(), this.#log, this.#ending];
    // Most charts are about what lies in files: those wait for no disk.
    if (recent.every((rows) => rows === undefined || rows.first >= wanted.to)) return undefined;
    await this.flush();
    return this.#log ? await readHotLog(this.#log.file, wanted) : undefined;
  }

  /** Fills new summaries: the parts at once, then day by day, the newest first, while recording goes on. */
  async #remake(why: string): Promise<void> {
    const { log, scope } = this.#options;
    this.#remade = true;
    this.#summaries.filling();
    log.error(texts.madeAnew(why));
    await this.#tried(texts.untidy, async () => {
      await this.#files.summarizeParts(this.#summaries);
      await this.corrections.reconcile();
    });
    const days = await this.#files.days();
    const each = async () => {
      for (const { name } of days) {
        if (scope.ended) return;
        await this.rebuild(name).catch((error: unknown) => this.#losses.unreadable(name, error));
      }
      this.#summaries.filled();
      log.info(texts.summariesWhole);
    };
    this.#remaking = each();
  }

  /** Found while it runs; once, for a second time it would not help. */
  async #replaceSummaries(): Promise<void> {
    if (this.#remade) return;
    const { folder } = this.#options;
    this.#remade = true;
    await this.#queue.run(async () => {
      this.#summaries.close();
      await removeSummaries(folder);
      this.#summaries = new Summaries(summaryFile(folder));
    });
    await this.#remake(texts.damagedSummaries);
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#names.push(name);
    this.#numbers.set(name, number);
    return number;
  }

  async #tried(what: string, task: () => Promise<void>): Promise<void> {
    try {
      await this.#queue.run(task);
      if (this.#failing) this.#options.trouble?.(undefined);
      this.#failing = false;
    } catch (error) {
      const text = `${what}: ${errorText(error)}`;
      // Once, until it works again: the disk stays full for longer than a flush.
      if (!this.#failing) this.#options.log.error(text);
      this.#failing = true;
      this.#options.trouble?.(text);
      if (isDamage(error)) await this.#replaceSummaries();
    }
  }

  async #close(): Promise<void> {
    await this.#remaking;
    await this.flush();
    await this.corrections.settle();
    await this.#tried(texts.endNotNoted, () => beat(this.#options.folder, this.#options.clock));
    await this.#queue.run(async () => {
      await this.#log?.close();
      this.#log = undefined;
      this.#summaries.close();
    });
  }
}
