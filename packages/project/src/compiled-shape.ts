/**
 * Whether something is a compiled project that this release can run: for one that comes from outside, out of a backup. The compiler
 * makes them and the hub trusts their shape, so nothing that a hub would look up may be left to whoever wrote the file.
 *
 *     const problem = problemInCompiled(JSON.parse(text), podSchemas);    // German; undefined where all is well
 */
import { PAGE_BLOCKS } from "@hubwart/contract/page-blocks";
import { OFFSET_MAX, STATES } from "@hubwart/schedule";
import * as z from "zod/mini";
import { CLASSES_MAX, STEPS_MAX } from "./alarm/classes.ts";
import { problemInAlarms } from "./alarm/compiled-problem.ts";
import { ALARMS_MAX } from "./alarm/sources.ts";
import {
  ALARM_ACKS,
  ALARM_KINDS,
  DIRECTIONS,
  METER_KINDS,
  SCHEDULE_TYPES,
  TARGET_PERIODS,
  VALUE_TYPES,
} from "./compiled.ts";
import { problemInMeters } from "./meter/compiled-problem.ts";
import { MEDIA, METER_UNITS } from "./meter/media.ts";
import { METERS_MAX } from "./meter/meters.ts";
import { problemInPages } from "./page/compiled-problem.ts";
import { BLOCKS_MAX } from "./page/pages.ts";
import { GRID_COLUMNS, GRID_ROWS } from "./page-tables.ts";
import type { PodSchema } from "./pod-schema.ts";
import { DATES_MAX } from "./schedule/calendars.ts";
import { problemInSchedules } from "./schedule/compiled-problem.ts";
import { SCHEDULES_MAX } from "./schedule/schedules.ts";
import { TIMES_MAX } from "./schedule/times.ts";
import { NAME } from "./tables.ts";
import { texts } from "./texts.ts";

const MOST_PODS = 1_000;
const MOST_CHANNELS = 200_000;
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
const text = (most: number) => z.string().check(z.maxLength(most));
const name = () => text(500).check(z.minLength(1));
const cell = z.union([text(100_000), z.number(), z.boolean()]);
const config = z.record(text(100), cell);
const type = z.enum(VALUE_TYPES);

const channel = z.object({
  chan: name(),
  iface: name(),
  type,
  dir: z.enum(DIRECTIONS),
  label: z.optional(text(10_000)),
  unit: z.optional(text(1_000)),
  tags: z.optional(z.array(text(1_000))),
  area: z.optional(text(1_000)),
  equip: z.optional(text(1_000)),
  point: z.optional(text(1_000)),
  retain: z.optional(z.literal(true)),
  record: z.optional(z.object({ deadBand: z.optional(z.number()), interval: z.optional(z.number()) })),
  config,
});
const pod = z.object({
  id: z.string().check(z.regex(/^[a-z][a-z0-9_]*\.[A-Za-z0-9_-]{1,100}$/)),
  type: z.string(),
  name: z.string(),
  label: z.optional(text(10_000)),
  area: z.optional(text(1_000)),
  equip: z.optional(text(1_000)),
  internal: z.boolean(),
  ifaces: z.array(z.object({ id: name(), config })),
  channels: z.array(channel),
});
const link = z.object({
  source: name(),
  target: name(),
  scale: z.optional(z.number()),
  offset: z.optional(z.number()),
  invert: z.optional(z.boolean()),
  map: z.optional(z.record(text(10_000), cell)),
  onChange: z.optional(z.boolean()),
  minInterval: z.optional(z.number()),
});
const duration = z.optional(z.number().check(z.minimum(0), z.maximum(WEEK)));
const term = z.union([text(10_000), z.number(), z.boolean(), z.object({ chan: name() })]);
const alarm = z.object({
  id: name(),
  source: name(),
  pattern: z.optional(name()),
  kind: z.enum(ALARM_KINDS),
  limits: z.optional(z.array(term).check(z.maxLength(2))),
  hysteresis: z.optional(z.number().check(z.minimum(0))),
  onDelay: duration,
  offDelay: duration,
  priority: z.literal([1, 2, 3, 4]),
  class: z.optional(name()),
  text: text(1_000),
  action: z.optional(text(10_000)),
  ack: z.enum(ALARM_ACKS),
  latch: z.optional(z.literal(true)),
  parent: z.optional(name()),
  enable: z.optional(name()),
  tags: z.optional(z.array(text(1_000))),
});
const alarmClass = z.object({
  id: name(),
  steps: z
    .array(
      z.object({
        after: z.number().check(z.minimum(0), z.maximum(WEEK)),
        ways: z.array(name()).check(z.maxLength(1_000)),
        roster: z.optional(text(1_000)),
        repeat: z.optional(z.number().check(z.minimum(MINUTE), z.maximum(WEEK))),
        until: z.enum(["ack", "off"]),
      }),
    )
    .check(z.maxLength(STEPS_MAX)),
});
const block = z.object({
  page: text(1_000),
  block: z.enum(PAGE_BLOCKS),
  source: z.optional(text(10_000)),
  label: z.optional(text(10_000)),
  x: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  y: z.optional(z.number().check(z.minimum(0), z.maximum(GRID_ROWS))),
  w: z.optional(z.int().check(z.minimum(1), z.maximum(GRID_COLUMNS))),
  h: z.optional(z.int().check(z.minimum(1), z.maximum(24))),
  on: z.optional(text(1_000)),
  actual: z.optional(name()),
  decimals: z.optional(z.int().check(z.minimum(0), z.maximum(6))),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  step: z.optional(z.number()),
  choices: z.optional(z.array(z.tuple([cell, text(1_000)])).check(z.maxLength(100))),
  confirm: z.optional(z.literal(true)),
});
const names = z.array(name()).check(z.maxLength(DATES_MAX));
const date = z.string().check(z.regex(/^(\d{4}-)?\d{2}-\d{2}$/));
const schedule = z.object({
  chan: name(),
  type: z.enum(SCHEDULE_TYPES),
  default: cell,
  label: z.optional(text(10_000)),
  exceptions: z.optional(names),
  times: z.optional(
    z
      .array(
        z.object({
          weekdays: z.optional(z.array(z.literal([1, 2, 3, 4, 5, 6, 7])).check(z.maxLength(7))),
          calendars: z.optional(names),
          at: z.union([
            z.int().check(z.minimum(0), z.maximum(1_439)),
            z.object({
              sun: z.enum(["rise", "set"]),
              offset: z.int().check(z.minimum(-OFFSET_MAX), z.maximum(OFFSET_MAX)),
            }),
          ]),
          value: cell,
        }),
      )
      .check(z.maxLength(TIMES_MAX)),
  ),
});
const calendar = z.object({
  id: name(),
  priority: z.int().check(z.minimum(1), z.maximum(16)),
  ranges: z.optional(
    z
      .array(z.object({ from: date, to: z.optional(date), label: z.optional(text(10_000)) }))
      .check(z.maxLength(DATES_MAX)),
  ),
  states: z.optional(z.array(z.enum(STATES)).check(z.maxLength(16))),
});
const rate = z.optional(z.union([z.number(), z.object({ chan: name() })]));
const positive = z.optional(z.number().check(z.gt(0)));
const meter = z.object({
  id: z.string().check(z.regex(NAME)),
  label: z.optional(text(10_000)),
  source: name(),
  medium: z.enum(MEDIA),
  unit: z.enum(METER_UNITS),
  kind: z.enum(METER_KINDS),
  factor: positive,
  parent: z.optional(name()),
  area: z.optional(text(1_000)),
  m2: positive,
  cost: rate,
  co2: rate,
  rollover: positive,
  resets: z.optional(z.literal(true)),
  max: z.optional(z.number().check(z.minimum(0))),
  target: positive,
  targetFor: z.optional(z.enum(TARGET_PERIODS)),
});
const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));
const project = z.object({
  format: z.literal(1),
  id: text(1_000),
  name: text(10_000),
  description: z.optional(text(100_000)),
  pods: z.array(pod).check(z.maxLength(MOST_PODS)),
  links: z.array(link).check(z.maxLength(MOST_CHANNELS)),
  constants: z
    .array(
      z.object({
        chan: name(),
        type,
        value: z.unknown(),
        min: z.optional(z.number()),
        max: z.optional(z.number()),
      }),
    )
    .check(z.maxLength(MOST_CHANNELS)),
  schedules: z.optional(z.array(schedule).check(z.maxLength(SCHEDULES_MAX))),
  calendars: z.optional(z.array(calendar).check(z.maxLength(DATES_MAX))),
  meters: z.optional(z.array(meter).check(z.maxLength(METERS_MAX))),
  place: z.optional(z.object({ latitude: degrees(90), longitude: degrees(180) })),
  alarms: z.optional(z.array(alarm).check(z.maxLength(ALARMS_MAX))),
  alarmClasses: z.optional(z.array(alarmClass).check(z.maxLength(CLASSES_MAX))),
  pages: z.optional(z.array(block).check(z.maxLength(BLOCKS_MAX))),
  scripts: z.record(z.string().check(z.regex(/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,195}\.lua$/)), z.string()),
});
type Pod = z.output<typeof pod>;

export function problemInCompiled(raw: unknown, schemas: readonly PodSchema[]): string | undefined {
  const parsed = z.safeParse(project, raw);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    return texts.noProject(at.slice(0, 100));
  }
  const { pods } = parsed.data;
  if (pods.reduce((sum, { channels }) => sum + channels.length, 0) > MOST_CHANNELS)
    return texts.tooManyChannels;
  const ids = new Set<string>();
  for (const one of pods) {
    if (ids.has(one.id)) return texts.podTwice(one.id);
    ids.add(one.id);
    const problem = problemInPod(
      one,
      schemas.find((schema) => schema.type === one.type),
    );
    if (problem !== undefined) return problem;
  }
  return (
    problemInSchedules(parsed.data) ??
    problemInMeters(parsed.data) ??
    problemInAlarms(parsed.data) ??
    problemInPages(parsed.data)
  );
}

function problemInPod(
  { channels, id, ifaces, name, type }: Pod,
  schema: PodSchema | undefined,
): string | undefined {
  if (!schema) return texts.noSuchType(type.slice(0, 100));
  if (id !== `${type}.${name}`) return texts.otherName(id);
  const known = new Set(ifaces.map((iface) => iface.id));
  const odd = channels.find(({ chan, iface }) => !chan.startsWith(`${id}.`) || !known.has(iface));
  return odd && texts.foreignChannel(odd.chan.slice(0, 100), id);
}
