/**
 * What people changed of the project's schedules, in one file that the hub reads as well. It is kept apart from the project and outlives it:
 * a change stays until somebody takes it back.
 *
 *     const edits = await ScheduleEdits.open({ file: layout.scheduleEdits, clock, log });
 *     await edits.change("sched.main.licht", { plan, base, ts });
 */
import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  type Clock,
  ensureFolder,
  errorText,
  type Logger,
  ResultError,
  readOwnFile,
  removeTemporaryFiles,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import type { EditedSchedule, EditedSchedules } from "@hubwart/schedule";
import { texts } from "./texts.ts";

/** Bytes of the file: the room is the device's, the values come from outside. */
const MOST = 16 * 1024 ** 2;

export interface ScheduleEditsOptions {
  file: string;
  clock: Clock;
  log: Logger;
}

export class ScheduleEdits {
  readonly #options: ScheduleEditsOptions;
  readonly #queue = new SerialQueue();
  #schedules: EditedSchedules;
  #damaged: boolean;

  private constructor(options: ScheduleEditsOptions, schedules: EditedSchedules, damaged: boolean) {
    this.#options = options;
    this.#schedules = schedules;
    this.#damaged = damaged;
  }

  static async open(options: ScheduleEditsOptions): Promise<ScheduleEdits> {
    const { file, log } = options;
    await ensureFolder(path.dirname(file));
    await removeTemporaryFiles(path.dirname(file));
    const found = await readOwnFile(file, parse);
    if (found.error !== undefined) log.error(texts.editsUnreadable(file, errorText(found.error)));
    return new ScheduleEdits(options, found.value ?? {}, found.damaged);
  }

  /** Those that were made are lost, and none has been made since. */
  get damaged(): boolean {
    return this.#damaged;
  }

  get schedules(): EditedSchedules {
    return this.#schedules;
  }

  /** Of one schedule; one without plan and override is no change. Overrides that are over stay where there is room: the clock
   * that says so may be ahead. */
  async change(
    chan: string,
    edit: (before: EditedSchedule | undefined) => Omit<EditedSchedule, "ts">,
  ): Promise<void> {
    await this.#queue.run(async () => {
      const now = this.#options.clock.now();
      const all = { ...this.#schedules };
      const { [chan]: before, ...others } = all;
      const next: Record<string, EditedSchedule> = { ...others };
      const made = edit(before);
      if (made.plan || made.override) next[chan] = { ...made, ts: Math.floor(now / 1_000) };
      const { schedules, text } = this.#fitting(next, now);
      await writeFileAtomic(this.#options.file, text);
      this.#schedules = schedules;
      this.#damaged = false;
    });
  }

  /** Between two changes: none is made before it is done. */
  async hold(task: () => Promise<void>): Promise<void> {
    await this.#queue.run(task);
  }

  /** @throws ResultError where there is no room even without those that are over */
  #fitting(all: EditedSchedules, now: number): { schedules: EditedSchedules; text: string } {
    const whole = textOf(all);
    if (Buffer.byteLength(whole) <= MOST) return { schedules: all, text: whole };
    const schedules = Object.fromEntries(Object.entries(all).flatMap((entry) => withoutOver(entry, now)));
    const text = textOf(schedules);
    if (Buffer.byteLength(text) > MOST)
      throw new ResultError(CODES.tooLarge, texts.tooLarge(MOST / 1024 ** 2));
    return { schedules, text };
  }
}

const textOf = (schedules: EditedSchedules): string => JSON.stringify({ format: 1, schedules });

function withoutOver([chan, edited]: [string, EditedSchedule], now: number): [string, EditedSchedule][] {
  const { override, ...rest } = edited;
  if (!override || override.until > now) return [[chan, edited]];
  return rest.plan ? [[chan, rest]] : [];
}

function parse(text: string): EditedSchedules {
  const raw = JSON.parse(text) as { format?: unknown; schedules?: unknown } | null;
  const { schedules } = raw ?? {};
  if (raw?.format !== 1 || typeof schedules !== "object" || schedules === null || Array.isArray(schedules))
    throw new Error(texts.notOurs);
  return schedules as EditedSchedules;
}
