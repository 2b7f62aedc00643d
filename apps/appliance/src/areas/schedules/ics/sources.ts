/**
 * Imported calendars: where each comes from, and what came last that could be read. That is kept when an address gives nothing, or
 * something else; the days of all of them are in one file that the hub reads.
 *
 *     const sources = await CalendarSources.open({ folder, file, read, fetch, zone, clock, log, scope, changed });
 *     await sources.save({ id: "Ferien", priority: 4, url, hours: 12, stale: 14 });
 *     sources.calendars;                   // what plans are judged by
 *
 * Invariants: one change at a time, and none waits for a server; a request ends within a minute and a half; nothing is asked for more often
 * than every quarter of an hour by itself.
 */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { LIMITS } from "@hubwart/contract";
import {
  ensureFolder,
  errorText,
  InvalidInputError,
  isDiskFull,
  NotFoundError,
  readOwnFile,
  removeTemporaryFiles,
  type Scope,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import { type Calendar, isWeekdayName } from "@hubwart/schedule";
import { texts } from "../texts.ts";
import type { CalendarDays } from "./days.ts";
import type { Fetched, Validators } from "./fetch.ts";
import { HubDays, type HubDaysOptions } from "./hub-days.ts";
import { Requests } from "./requests.ts";
import {
  forgetful,
  fromOf,
  isDue,
  isLost,
  parseSources,
  type Stored,
  sourcesText,
  validators,
} from "./stored.ts";

export interface SourceSettings {
  was?: string | undefined;
  id: string;
  priority: number;
  url?: string | undefined;
  hours: number;
  stale: number;
}

export interface CalendarSourcesOptions extends HubDaysOptions {
  /** Undefined: not changed. @throws Error with a German text */
  fetch: (url: string, known: Validators, stopped: AbortSignal) => Promise<Fetched | undefined>;
  scope: Scope;
  /** Does what takes a calendar's name away. @throws ConflictError where plans go by it */
  unused: (id: string, act: () => Promise<void>) => Promise<void>;
}

const DAY = 86_400_000;
const EVERY_MS = 60_000;

export class CalendarSources {
  readonly #options: CalendarSourcesOptions;
  readonly #queue = new SerialQueue();
  /** By key. */
  readonly #requests = new Requests<string | undefined>();
  #sources: readonly Stored[] = [];
  #damaged = false;
  readonly #days: HubDays;
  #looking: Promise<void> | undefined;

  private constructor(options: CalendarSourcesOptions, days: HubDays) {
    this.#options = options;
    this.#days = days;
  }

  static async open(options: CalendarSourcesOptions): Promise<CalendarSources> {
    const { clock, folder, log, scope } = options;
    await ensureFolder(folder);
    await removeTemporaryFiles(folder);
    const found = await readOwnFile(listOf(folder), parseSources);
    if (found.error !== undefined)
      log.error(texts.calendars.unreadable(listOf(folder), errorText(found.error)));
    const days = await HubDays.open(options);
    const sources = new CalendarSources(options, days);
    sources.#damaged = found.damaged;
    sources.#sources = found.damaged
      ? days.calendars.map(({ id, priority }) => ({ ...sources.#fresh(id), priority }))
      : (found.value ?? []);
    days.keep(sources.#sources);
    scope.add(clock.every(EVERY_MS, () => void sources.look()));
    return sources;
  }

  get damaged(): boolean {
    return this.#damaged || this.#sources.some(isLost);
  }

  get calendars(): readonly Calendar[] {
    return this.#days.calendars;
  }

  list() {
    return this.#sources.map((source) => {
      const { checked, error, good, hours, id, key, priority, stale, url } = source;
      const { events, left, ranges } = this.#days.of(key);
      return {
        id,
        priority,
        from: fromOf(source),
        polled: url !== undefined || isLost(source),
        hours,
        stale,
        ...(checked === undefined ? {} : { checked }),
        ...(good === undefined ? {} : { good }),
        ...(error === undefined ? {} : { error }),
        events,
        left,
        days: ranges.length,
      };
    });
  }

  /** Those that an address has not given for longer than they may. */
  old(): { id: string; days: number; never: boolean; error: string | undefined }[] {
    const now = this.#options.clock.now();
    return this.#sources.flatMap(({ created, error, good, id, stale, url }) => {
      const days = Math.floor((now - (good ?? created)) / DAY);
      if (url === undefined || days < stale) return [];
      return [{ id, days, never: good === undefined, error }];
    });
  }

  /** @returns German: why it could not be read just now */
  async save(settings: SourceSettings): Promise<string | undefined> {
    const { hours, id, priority, stale, was } = settings;
    const due = await this.#queue.run(async () => {
      const before = was === undefined ? undefined : this.#find(was);
      this.#check(id, before);
      const url = settings.url ?? before?.url;
      if (before && before.url === undefined && !isLost(before)) throw fault("url", texts.calendars.noUrl);
      if (url === undefined) throw fault("url", texts.calendars.urlNeeded);
      const base: Stored = before ?? { ...this.#fresh(id), url };
      const asked = before?.url === url;
      const next: Stored = { ...(asked ? base : forgetful(base)), id, priority, url, hours, stale };
      await this.#unnaming(before?.id, id, () => this.#put(next));
      if (!asked) this.#requests.stop(next.key);
      await this.#days.work(this.#sources);
      return asked && next.error === undefined ? undefined : next.key;
    });
    return due === undefined ? undefined : await this.#ask(due);
  }

  /** The file is taken only if it can be read. @throws InvalidInputError; what the system says where the disk is full */
  async upload(
    id: string,
    priority: number | undefined,
    name: string,
    content: Buffer,
  ): Promise<CalendarDays> {
    return await this.#queue.run(async () => {
      const known = this.#sources.find((source) => source.id === id);
      if (!known) this.#check(id, undefined);
      const {
        url: _,
        error: __,
        etag: ___,
        modified: ____,
        failures: _____,
        ...rest
      } = known ?? this.#fresh(id);
      let days: CalendarDays;
      try {
        days = await this.#days.take(rest.key, content);
      } catch (error) {
        if (isDiskFull(error)) throw error;
        throw fault("newfile", errorText(error));
      }
      const now = this.#options.clock.now();
      const shown = name.slice(0, 200);
      await this.#put({ ...rest, priority: priority ?? rest.priority, name: shown, checked: now, good: now });
      this.#requests.stop(rest.key);
      this.#days.set(rest.key, days);
      await this.#days.work(this.#sources);
      return days;
    });
  }

  /** @returns German: why it could not be read */
  async fetch(id: string): Promise<string | undefined> {
    const source = this.#find(id);
    const { noUrl, urlNeeded } = texts.calendars;
    if (source.url === undefined) throw fault("id", isLost(source) ? urlNeeded : noUrl);
    return await this.#ask(source.key);
  }

  async remove(id: string): Promise<void> {
    await this.#queue.run(async () => {
      const { key } = this.#find(id);
      await this.#unnaming(id, undefined, () =>
        this.#write(this.#sources.filter((source) => source.key !== key)),
      );
      this.#requests.stop(key);
      await this.#days.remove(key);
      await this.#days.work(this.#sources);
    });
  }

  /** What is due is asked for, and the days are worked out anew when the day or the zone is another. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    try {
      await this.#queue.run(() => this.#days.work(this.#sources));
      for (const { key } of this.#sources.filter((source) => isDue(source, this.#options.clock.now())))
        await this.#ask(key);
    } catch (error) {
      this.#options.log.error(errorText(error));
    }
  }

  /** Outside of the queue: a server that is silent holds nobody up. */
  async #ask(key: string): Promise<string | undefined> {
    const source = this.#sources.find((one) => one.key === key);
    if (source?.url === undefined) return undefined;
    const { etag, good, modified, url } = source;
    return await this.#requests.run(key, async (stopped) => {
      const asked = this.#options.fetch(url, good === undefined ? {} : { etag, modified }, stopped);
      await Promise.allSettled([asked]);
      return await this.#queue.run(async () => {
        const now = this.#sources.find((one) => one.key === key);
        if (!now || stopped.aborted) return texts.calendars.changed;
        const error = await this.#receive(now, asked);
        await this.#days.work(this.#sources);
        return error;
      });
    });
  }

  async #receive(source: Stored, asked: Promise<Fetched | undefined>): Promise<string | undefined> {
    const { clock, log } = this.#options;
    const { key } = source;
    const rest = { ...forgetful(source), ...validators(source) };
    try {
      const found = await asked;
      const now = clock.now();
      if (!found) await this.#put({ ...rest, checked: now, good: now });
      else {
        this.#days.set(key, await this.#days.take(key, found.body));
        await this.#put({ ...forgetful(source), ...validators(found), checked: now, good: now });
      }
      return undefined;
    } catch (error) {
      const text = errorText(error);
      if (source.error !== text) log.warn(`${source.id}: ${text}`);
      await this.#put({ ...source, error: text, failures: (source.failures ?? 0) + 1, checked: clock.now() });
      return text;
    }
  }

  #fresh(id: string): Stored {
    const { clock } = this.#options;
    return {
      key: randomBytes(8).toString("hex"),
      id,
      priority: 8,
      hours: 12,
      stale: 14,
      created: clock.now(),
    };
  }

  #check(id: string, before: Stored | undefined): void {
    if (isWeekdayName(id)) throw fault("id", texts.calendars.name);
    if (this.#sources.some((source) => source.id === id && source !== before))
      throw fault("id", texts.calendars.taken);
    if (!before && this.#sources.length >= LIMITS.calendarSources)
      throw fault("id", texts.calendars.many(LIMITS.calendarSources));
  }

  #find(id: string): Stored {
    const found = this.#sources.find((source) => source.id === id);
    if (!found) throw new NotFoundError(texts.calendars.unknown(id));
    return found;
  }

  async #unnaming(
    before: string | undefined,
    after: string | undefined,
    act: () => Promise<void>,
  ): Promise<void> {
    await (before === undefined || before === after ? act() : this.#options.unused(before, act));
  }

  async #put(next: Stored): Promise<void> {
    const known = this.#sources.some(({ key }) => key === next.key);
    await this.#write(
      known
        ? this.#sources.map((source) => (source.key === next.key ? next : source))
        : [...this.#sources, next],
    );
  }

  async #write(sources: readonly Stored[]): Promise<void> {
    await writeFileAtomic(listOf(this.#options.folder), sourcesText(sources));
    this.#sources = sources;
    this.#damaged = false;
  }
}

const listOf = (folder: string): string => path.join(folder, "sources.json");
const fault = (field: string, message: string): InvalidInputError =>
  new InvalidInputError([{ field, message }]);
