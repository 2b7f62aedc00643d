/**
 * The project's schedules: sources whose values the hub takes from their plans.
 *
 *     const schedules = new Schedules({ clock, scope, log, zone, update });
 *     await schedules.open();                     // the zone; before each load
 *     schedules.load(project, table);             // each has what its plan says now
 *     schedules.stop();
 *
 * Invariants: a timer is set for the next edge and never for longer than a minute; then all plans are asked anew, so that a clock
 * that was set, another zone and a standstill of the device are noticed by then. A value is handed on once, when it is another.
 */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { CompiledProject, CompiledSchedule } from "@hubwart/project/compiled";
import {
  type Calendar,
  type DeviceSchedules,
  NO_DEVICE_SCHEDULES,
  nextEdge,
  type Reading,
  readPlan,
  Surroundings,
  withDevice,
} from "@hubwart/schedule";
import type { ChannelTable } from "../channels/table.ts";
import { EMPTY_PROJECT } from "../empty-project.ts";
import { texts } from "../texts.ts";

export interface SchedulesOptions {
  clock: Clock;
  scope: Scope;
  log: Logger;
  /** IANA name of the zone that holds now. */
  zone: () => Promise<string>;
  /** What people changed on the device, as it is stored now; of what cannot be read what was known. */
  device: (known: DeviceSchedules, unreadable: (reason: string) => void) => Promise<DeviceSchedules>;
  /** Takes a value; `ts` in ms since the epoch. */
  update: (channel: number, value: unknown, ts: number) => void;
}

/** All plans are asked anew after this time, ms. */
const EVERY = 60_000;
/** The wall clock went another way than time itself by more than this: it was set, ms. */
const SET = 1_000;
const FALLBACK = "UTC";

interface Entry {
  schedule: CompiledSchedule;
  channel: number;
  /** When its plan may say something else, ms since the epoch. */
  next: number;
}

export class Schedules {
  readonly #options: SchedulesOptions;
  #zone = FALLBACK;
  #project: CompiledProject = EMPTY_PROJECT;
  #device: DeviceSchedules = NO_DEVICE_SCHEDULES;
  #calendars: readonly Calendar[] = [];
  #table: ChannelTable | undefined;
  /** Made when it is first asked for: the tables of zones cost a process without schedules megabytes. */
  #around: Surroundings | undefined;
  #entries: Entry[] = [];
  #cancel: (() => void) | undefined;
  /** When all were asked last: monotonic, and by the wall clock. */
  #asked = { monotonic: 0, wall: 0 };

  constructor(options: SchedulesOptions) {
    this.#options = options;
    options.scope.add(() => this.stop());
  }

  async open(): Promise<void> {
    await this.#readZone();
    await this.#readDevice();
  }

  /** Somebody changed a plan: what is stored now holds, and no pod notices but by values. */
  async renew(): Promise<void> {
    const table = this.#table;
    await this.#readDevice();
    if (table && table === this.#table) this.load(this.#project, table);
  }

  /** Another table, which has what is known of the one before. */
  load(project: CompiledProject, table: ChannelTable): void {
    this.stop();
    this.#project = project;
    this.#table = table;
    const { calendars, schedules } = this.#together(project);
    this.#calendars = calendars;
    this.#around = undefined;
    this.#entries = schedules.flatMap((schedule) => {
      const channel = table.number(schedule.chan);
      return channel === undefined ? [] : [{ schedule, channel, next: 0 }];
    });
    if (this.#entries.length > 0) this.#askAll();
  }

  /** What the plan of a channel says now, and why. */
  reading(channel: number): Reading | undefined {
    const entry = this.#entries.find((each) => each.channel === channel);
    return entry && readPlan(entry.schedule, this.#surroundings(), this.#options.clock.now());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#entries = [];
    this.#table = undefined;
  }

  #askAll(): void {
    const { clock } = this.#options;
    const now = clock.now();
    this.#asked = { monotonic: clock.monotonic(), wall: now };
    for (const entry of this.#entries) this.#ask(entry, now);
    this.#wait(now);
  }

  #ask(entry: Entry, now: number): void {
    const { channel, schedule } = entry;
    const around = this.#surroundings();
    const { value } = readPlan(schedule, around, now);
    entry.next = nextEdge(schedule, around, now);
    const table = this.#table;
    const known = table?.values[channel] === value && table.qualities[channel] === 0;
    if (!known) this.#options.update(channel, value, now);
  }

  #wait(now: number): void {
    const { clock } = this.#options;
    const most = EVERY - (clock.monotonic() - this.#asked.monotonic);
    const next = this.#entries.reduce((first, entry) => Math.min(first, entry.next), Infinity);
    this.#cancel?.();
    this.#cancel = clock.after(Math.max(1, Math.min(most, next - now)), () => this.#due());
  }

  #due(): void {
    const { clock } = this.#options;
    const now = clock.now();
    const passed = clock.monotonic() - this.#asked.monotonic;
    const set = Math.abs(now - this.#asked.wall - passed) > SET;
    if (passed >= EVERY || set) {
      this.#cancel = undefined;
      void this.#lookAround();
      return;
    }
    for (const entry of this.#entries) if (entry.next <= now) this.#ask(entry, now);
    this.#wait(now);
  }

  /** Another project may have come while the zone was read: then that has asked for itself. */
  async #lookAround(): Promise<void> {
    const entries = this.#entries;
    const before = this.#zone;
    await this.#readZone();
    if (this.#entries !== entries || entries.length === 0) return;
    if (this.#zone !== before) this.#around = undefined;
    this.#askAll();
  }

  async #readZone(): Promise<void> {
    const { log, zone } = this.#options;
    const before = this.#zone;
    try {
      this.#zone = await zone();
    } catch (error) {
      log.error(texts.zoneUnreadable(errorText(error)));
    }
    if (this.#zone !== before) log.info(texts.zoneIs(this.#zone));
  }

  async #readDevice(): Promise<void> {
    const { device, log } = this.#options;
    this.#device = await device(this.#device, (reason) => log.error(texts.deviceSchedulesUnreadable(reason)));
  }

  #together(project: CompiledProject): { calendars: Calendar[]; schedules: CompiledSchedule[] } {
    try {
      return withDevice(project, this.#device);
    } catch (error) {
      this.#options.log.error(texts.schedulesUnreadable(errorText(error)));
      return withDevice(project, NO_DEVICE_SCHEDULES);
    }
  }

  #surroundings(): Surroundings {
    this.#around ??= this.#surroundingsNow();
    return this.#around;
  }

  #surroundingsNow(): Surroundings {
    const calendars = this.#calendars;
    const { place } = this.#project;
    try {
      return new Surroundings({ zone: this.#zone, calendars, place });
    } catch (error) {
      this.#options.log.error(texts.zoneUnreadable(errorText(error)));
      return new Surroundings({ zone: FALLBACK, calendars, place });
    }
  }
}
