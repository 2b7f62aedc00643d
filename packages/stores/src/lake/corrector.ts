/**
 * Corrects recorded values and takes corrections back, so that a power cut leaves either all of it or nothing: the days are noted first, then
 * one file appears or is renamed, then each day's figures are replaced in the transaction that removes its note. A start makes those noted.
 */
import {
  ConflictError,
  errorText,
  InvalidInputError,
  type SerialQueue,
  UnavailableError,
} from "@hubwart/core";
import type { Correction, CorrectionOrder } from "@hubwart/ipc";
import { texts } from "../texts.ts";

import type { LakeFiles } from "./lake-files.ts";
import { DAY, dayName, QUARTER } from "./spans.ts";
import type { Summaries } from "./summaries.ts";
import { type ChannelDay, daysOf } from "./unsettled.ts";

/** A log that is being written has no part in it. */
export const YOUNGEST = 2 * QUARTER;
export const LONGEST_CORRECTION = 366 * DAY;
export const MOST_ROWS_CORRECTED = 50_000;
/** Files, those undone among them. */
export const MOST_CORRECTIONS = 1_000;

export interface CorrectorParts {
  files: LakeFiles;
  /** May be others after damage. */
  summaries: () => Summaries;
  queue: SerialQueue;
  now: () => number;
  /** Nothing is begun any more. */
  ended: () => boolean;
  /** Why figures could not be made. */
  failed: (day: string, error: unknown) => void;
}

export class Corrector {
  readonly #parts: CorrectorParts;
  #settling: Promise<void> = Promise.resolve();

  constructor(parts: CorrectorParts) {
    this.#parts = parts;
  }

  /** The oldest first; those undone among them. */
  get all(): readonly Correction[] {
    return this.#parts.files.corrections.all;
  }

  /**
   * Resolves when charts of every width show it.
   *
   * @throws InvalidInputError, ConflictError; UnavailableError where the disk does not take it
   */
  async correct(order: CorrectionOrder): Promise<Correction> {
    const { files, now, queue, summaries } = this.#parts;
    demandOrder(order, now());
    const found = await queue.run(async () => {
      if (files.corrections.all.length >= MOST_CORRECTIONS)
        throw new ConflictError(texts.manyCorrections(MOST_CORRECTIONS));
      await this.#demandDays(order.chan, order);
      const number = files.corrections.next();
      return await this.#stored(async () => {
        summaries().note(daysIn(order), { tell: { number, ...order } });
        return await files.corrections.write(number, order, now());
      });
    });
    await this.settle();
    return found;
  }

  /** @throws ConflictError where it is undone already, or not known */
  async undo(number: number): Promise<Correction> {
    const { files, queue, summaries } = this.#parts;
    const undone = await queue.run(async () => {
      const found = files.corrections.active.find((each) => each.number === number);
      if (!found) throw new ConflictError(texts.notUndone);
      await this.#demandDays(found.chan, found);
      return await this.#stored(async () => {
        summaries().note(daysIn(found));
        const renamed = await files.corrections.undo(found);
        summaries().unsettled.forget(number);
        return renamed;
      });
    });
    await this.settle();
    return undone;
  }

  /**
   * Notes what differs between the corrections there are and those the summaries were told of: new ones of a cut, and all of them where the
   * summaries are new. Where one is gone, by damage, days whose rows are gone as well keep their figures.
   */
  async reconcile(): Promise<void> {
    const { files, summaries } = this.#parts;
    const { active } = files.corrections;
    const told = summaries().unsettled.told();
    for (const each of active) {
      if (!told.some(({ number }) => number === each.number)) summaries().note(daysIn(each), { tell: each });
    }
    for (const each of told) {
      if (active.some(({ number }) => number === each.number)) continue;
      const days: ChannelDay[] = [];
      for (const day of daysOf(each)) if (await files.hasRows(day)) days.push([each.chan, day]);
      summaries().note(days, { forget: each.number });
    }
  }

  /** Makes all that is noted, the newest first, while recording goes on. Never rejects. */
  settle(): Promise<void> {
    this.#settling = this.#settling.then(() => this.#settleAll());
    return this.#settling;
  }

  async #settleAll(): Promise<void> {
    const { ended, failed, files, queue, summaries } = this.#parts;
    try {
      for (const day of summaries().unsettled.days()) {
        if (ended()) return;
        await queue
          .run(async () => summaries().replaceDay(day, await files.correctedBins(day, summaries())))
          .catch((error: unknown) => failed(dayName(day[1]), error));
      }
    } catch (error) {
      failed(texts.summary, error);
    }
  }

  async #stored<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      // What was noted for nothing is made as it is.
      await this.reconcile().catch(() => undefined);
      void this.settle();
      throw new UnavailableError(texts.notCorrected(errorText(error)));
    }
  }

  /** Figures of a day whose rows are gone cannot be made anew. */
  async #demandDays(chan: string, span: { from: number; to: number }): Promise<void> {
    const { files, summaries } = this.#parts;
    for (const day of daysOf(span)) {
      if (await files.hasRows(day)) continue;
      const corrected = await files.correctedBins([chan, day], summaries());
      const own = [...corrected.values()].reduce((sum, { count }) => sum + count, 0);
      if (summaries().countOf([chan, day]) !== own) throw new ConflictError(texts.rowsGone(dayName(day)));
    }
  }
}

const daysIn = ({ chan, ...span }: { chan: string; from: number; to: number }): ChannelDay[] =>
  daysOf(span).map((day) => [chan, day]);

function demandOrder({ from, rows, to }: CorrectionOrder, now: number): void {
  const refuse = (field: string, message: string): never => {
    throw new InvalidInputError([{ field, message }]);
  };
  if (!(from < to)) refuse("to", texts.endBeforeStart);
  if (to > now - YOUNGEST) refuse("to", texts.tooYoung(YOUNGEST / 60_000));
  if (to - from > LONGEST_CORRECTION) refuse("from", texts.tooLong(LONGEST_CORRECTION / DAY));
  if (rows.length > MOST_ROWS_CORRECTED) refuse("rows", texts.manyRows(MOST_ROWS_CORRECTED));
  if (rows.some(([time]) => !(time >= from && time < to))) refuse("rows", texts.rowOutside);
  if (rows.some(([, value]) => typeof value === "number" && !Number.isFinite(value)))
    refuse("rows", texts.noNumber);
}
