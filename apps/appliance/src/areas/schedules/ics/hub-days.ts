/**
 * The days of all imported calendars in one file that the hub reads, worked out from the last good file of each.
 *
 *     const days = await HubDays.open({ folder, file, read, zone, clock, log, changed });
 *     days.set(key, await days.take(key, content));
 *     await days.work(sources);
 */
import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Clock, errorText, type Logger, readFileIfThere, writeFileAtomic } from "@hubwart/core";
import type { Calendar } from "@hubwart/schedule";
import type { CalendarDays, CalendarWindow } from "./days.ts";
import { daysOnDisk, type Stored } from "./stored.ts";

export interface HubDaysOptions {
  folder: string;
  /** What the hub reads. */
  file: string;
  /** @throws Error with a German text */
  read: (file: string, window: CalendarWindow) => Promise<CalendarDays>;
  zone: () => Promise<string>;
  clock: Clock;
  log: Logger;
  /** The days are others than before. */
  changed: () => Promise<unknown>;
}

const DAY = 86_400_000;
/** Days that are worked out, before and after today. */
const BACK = 400;
const AHEAD = 800;
const NO_DAYS: CalendarDays = { ranges: [], events: 0, left: 0 };

export class HubDays {
  readonly #options: HubDaysOptions;
  /** By key. */
  readonly #days = new Map<string, CalendarDays>();
  /** As the hub had them at the start: they hold where its own file is gone, or not readable just now. By key. */
  readonly #kept = new Map<string, CalendarDays>();
  /** What the days were worked out for. */
  #worked = "";
  #calendars: readonly Calendar[];

  private constructor(options: HubDaysOptions, calendars: readonly Calendar[]) {
    this.#options = options;
    this.#calendars = calendars;
  }

  static async open(options: HubDaysOptions): Promise<HubDays> {
    return new HubDays(options, await daysOnDisk(options.file));
  }

  /** As the hub has them. */
  get calendars(): readonly Calendar[] {
    return this.#calendars;
  }

  of(key: string): CalendarDays {
    return this.#days.get(key) ?? this.#kept.get(key) ?? NO_DAYS;
  }

  /** What the hub has holds for these until something better is read. */
  keep(sources: readonly Stored[]): void {
    for (const { id, key } of sources) {
      const { ranges = [] } = this.#calendars.find((calendar) => calendar.id === id) ?? {};
      this.#kept.set(key, { ...NO_DAYS, ranges });
    }
  }

  set(key: string, days: CalendarDays): void {
    this.#days.set(key, days);
  }

  /** Read before it takes the place of the last good one. */
  async take(key: string, content: Buffer): Promise<CalendarDays> {
    const file = this.#fileOf(key);
    const trial = `${file}.new`;
    try {
      await writeFile(trial, content, { mode: 0o600 });
      const days = await this.#options.read(trial, await this.#window());
      await writeFileAtomic(file, content);
      return days;
    } finally {
      await rm(trial, { force: true });
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#fileOf(key), { force: true });
    this.#days.delete(key);
  }

  /** The days of all, for the hub; nothing is written where they are as before. */
  async work(sources: readonly Stored[]): Promise<void> {
    const window = await this.#window();
    const worked = `${window.zone} ${window.from}`;
    for (const { id, key } of sources) {
      if (worked === this.#worked && this.#days.has(key)) continue;
      try {
        if ((await readFileIfThere(this.#fileOf(key))) !== undefined)
          this.#days.set(key, await this.#options.read(this.#fileOf(key), window));
      } catch (error) {
        this.#options.log.error(`${id}: ${errorText(error)}`);
      }
    }
    this.#worked = worked;
    const calendars = sources.map(
      ({ id, key, priority }): Calendar => ({ id, priority, ranges: this.of(key).ranges }),
    );
    if (digest(calendars) === digest(this.#calendars)) return;
    await writeFileAtomic(this.#options.file, JSON.stringify({ format: 1, calendars }));
    this.#calendars = calendars;
    await this.#options.changed();
  }

  async #window(): Promise<CalendarWindow> {
    const today = Math.floor(this.#options.clock.now() / DAY);
    return { zone: await this.#options.zone(), from: today - BACK, to: today + AHEAD };
  }

  #fileOf(key: string): string {
    return path.join(this.#options.folder, `${key}.ics`);
  }
}

const digest = (calendars: readonly Calendar[]): string =>
  createHash("sha256").update(JSON.stringify(calendars)).digest("hex");
