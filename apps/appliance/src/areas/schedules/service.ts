/**
 * What the time programmes of the current project say, computed as the hub does it, with what people changed on the device.
 *
 *     const { rows, zone } = await service.look({ text: "licht", offset: 0, limit: 50 });
 */
import { type AnswerOf, LIMITS, type scheduleLook } from "@hubwart/contract";
import { type Clock, mapInParts } from "@hubwart/core";
import type { CompiledProject, CompiledSchedule } from "@hubwart/project";
import {
  atText,
  type Calendar,
  type DeviceSchedules,
  dateText,
  daysText,
  type EditedSchedules,
  holidaysText,
  isoOf,
  nextChanges,
  type Place,
  readPlan,
  reasonText,
  Surroundings,
  withDevice,
} from "@hubwart/schedule";

import { type Kept, keptTo } from "../../http/bounds.ts";
import { ofProject } from "../../platform/of-project.ts";

type Look = Omit<AnswerOf<typeof scheduleLook>, "code">;

export interface ScheduleServiceOptions {
  clock: Clock;
  /** Of the device, as it holds now. */
  zone: () => Promise<string>;
  /** Of the current version; undefined without a project. */
  compiledFile: () => string | undefined;
  /** What people changed; another object after each change. */
  device: () => DeviceSchedules;
}

export interface SchedulePart {
  schedules: readonly CompiledSchedule[];
  calendars: readonly Calendar[];
  place: Place | undefined;
  /** By schedule that has one: the unit of the first channel that a link hands it to. */
  units: ReadonlyMap<string, string>;
}

export const NO_PART: SchedulePart = { schedules: [], calendars: [], place: undefined, units: new Map() };
/** Changed schedules that the project does not have: told, and no more. */
const LOST_TOLD = 100;
/** Changes to come that are told of each. */
const NEXT = 3;
/** Days of a calendar that are told. */
const DAYS_TOLD = 50;
/** Days that are looked ahead for one that belongs to a calendar: a year and a bit. */
const AHEAD = 400;

export class ScheduleService {
  readonly #options: ScheduleServiceOptions;
  #laid: { part: SchedulePart; device: DeviceSchedules; laid: SchedulePart } | undefined;
  #around: { part: SchedulePart; around: Surroundings } | undefined;

  /** As it was uploaded. */
  readonly project: () => Promise<SchedulePart>;

  constructor(options: ScheduleServiceOptions) {
    this.#options = options;
    this.project = ofProject(options.compiledFile, NO_PART, partOf);
  }

  async look(
    {
      limit = LIMITS.schedulesPage,
      offset = 0,
      text = "",
    }: {
      text?: string | undefined;
      offset?: number | undefined;
      limit?: number | undefined;
    },
    kept: Pick<Kept, "channel"> = keptTo(undefined),
  ): Promise<Look> {
    const [project, zone] = await Promise.all([this.project(), this.#options.zone()]);
    const part = this.#withDevice(project);
    const { edited } = this.#options.device();
    const around = this.#surroundings(part, zone);
    const now = this.#options.clock.now();
    const wanted = text.toLowerCase();
    const own = part.schedules.filter(({ chan }) => kept.channel(chan));
    const matching = own.filter(({ chan, label = "" }) => `${chan}\n${label}`.toLowerCase().includes(wanted));
    const shown = matching.slice(offset, offset + limit);
    return {
      zone,
      now,
      schedules: own.length,
      total: matching.length,
      rows: await mapInParts(shown, (schedule) => ({
        ...rowOf(schedule, around, now),
        edited: Object.hasOwn(edited, schedule.chan) && edited[schedule.chan]?.plan !== undefined,
      })),
      calendars: calendarsOf(part.calendars, around, now),
      lost: lostOf(part, edited, now).filter(kept.channel).slice(0, LOST_TOLD),
    };
  }

  /** The current project with what people changed laid over it. */
  async running(): Promise<SchedulePart> {
    return this.#withDevice(await this.project());
  }

  async zone(): Promise<string> {
    return await this.#options.zone();
  }

  #withDevice(part: SchedulePart): SchedulePart {
    const device = this.#options.device();
    if (this.#laid?.part === part && this.#laid.device === device) return this.#laid.laid;
    const laid = { ...part, ...withDevice(part, device) };
    this.#laid = { part, device, laid };
    return laid;
  }

  /** Kept, since it knows the days that were asked for. */
  #surroundings(part: SchedulePart, zone: string): Surroundings {
    const kept = this.#around;
    if (kept?.part === part && kept.around.zone.name === zone) return kept.around;
    const { calendars, place } = part;
    const around = new Surroundings({ zone, calendars, place });
    this.#around = { part, around };
    return around;
  }
}

function partOf(compiled: CompiledProject): SchedulePart {
  const { calendars = [], place, schedules = [] } = compiled;
  return { calendars, place, schedules, units: schedules.length === 0 ? NO_PART.units : unitsOf(compiled) };
}

function unitsOf({ links, pods }: CompiledProject): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  for (const { source, target } of links)
    if (source.startsWith("sched.") && !wanted.has(source)) wanted.set(source, target);
  const targets = new Set(wanted.values());
  const units = new Map<string, string>();
  for (const { channels } of pods)
    for (const { chan, unit } of channels) if (unit !== undefined && targets.has(chan)) units.set(chan, unit);
  return new Map(
    [...wanted].flatMap(([source, target]): [string, string][] => {
      const unit = units.get(target);
      return unit === undefined ? [] : [[source, unit]];
    }),
  );
}

/** Names of changed schedules that there are not; an override that is over is no change. */
export function lostOf({ schedules }: SchedulePart, edited: EditedSchedules, now: number): string[] {
  const known = new Set(schedules.map(({ chan }) => chan));
  return Object.entries(edited).flatMap(([chan, { override, plan }]) =>
    !known.has(chan) && (plan || (override && override.until > now)) ? [chan] : [],
  );
}

function rowOf(
  schedule: CompiledSchedule,
  around: Surroundings,
  now: number,
): Omit<Look["rows"][number], "edited"> {
  const { chan, default: usual, exceptions = [], label, off, override, times = [], type } = schedule;
  const reading = readPlan(schedule, around, now);
  return {
    chan,
    ...(label === undefined ? {} : { label }),
    type,
    value: reading.value,
    why: reasonText(schedule, reading),
    ...(reading.since === undefined ? {} : { since: reading.since }),
    next: nextChanges(schedule, around, now, NEXT).map((change) => ({
      at: change.at,
      value: change.value,
      why: reasonText(schedule, change),
    })),
    off: off !== undefined,
    ...(override && override.until > now
      ? { override: { value: override.value, until: override.until } }
      : {}),
    default: usual,
    exceptions,
    times: times.map((time) => ({ days: daysText(time), at: atText(time.at), value: time.value })),
  };
}

function calendarsOf(calendars: readonly Calendar[], around: Surroundings, now: number): Look["calendars"] {
  const today = around.dayAt(now);
  const next = new Map<string, { date: string; label?: string }>();
  for (let day = today; day < today + AHEAD && next.size < calendars.length; day += 1) {
    for (const { id, label } of around.day(day).members) {
      if (!next.has(id)) next.set(id, { date: isoOf(day), ...(label === undefined ? {} : { label }) });
    }
  }
  return calendars.map((calendar) => {
    const { id, priority } = calendar;
    const days = daysOf(calendar);
    const coming = next.get(id);
    return {
      id,
      priority,
      days: days.slice(0, DAYS_TOLD),
      count: days.length,
      ...(coming ? { next: coming } : {}),
    };
  });
}

function daysOf({ ranges = [], states = [] }: Calendar): { text: string; label?: string }[] {
  return [
    ...states.map((state) => ({ text: holidaysText(state) })),
    ...ranges.map(({ from, label, to }) => ({
      text: to === undefined ? dateText(from) : `${dateText(from)}–${dateText(to)}`,
      ...(label === undefined ? {} : { label }),
    })),
  ];
}
