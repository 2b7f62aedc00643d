/**
 * Whether something is a compiled project that this release can run: for one that comes from outside, out of a backup. The compiler
 * makes them and the hub trusts their shape, so nothing that a hub would look up may be left to whoever wrote the file.
 *
 *     const problem = problemInCompiled(JSON.parse(text), podSchemas);    // German; undefined where all is well
 */
import * as z from "zod/mini";
import { CLASSES_MAX, STEPS_MAX } from "./alarm/classes.ts";
import { problemInAlarms } from "./alarm/compiled-problem.ts";
import { ALARMS_MAX } from "./alarm/sources.ts";
import { ALARM_ACKS, ALARM_KINDS, DIRECTIONS, VALUE_TYPES } from "./compiled.ts";
import type { PodSchema } from "./pod-schema.ts";

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
  retain: z.optional(z.literal(true)),
  record: z.optional(z.object({ deadBand: z.optional(z.number()), interval: z.optional(z.number()) })),
  config,
});
const pod = z.object({
  id: z.string().check(z.regex(/^[a-z][a-z0-9_]*\.[A-Za-z0-9_-]{1,100}$/)),
  type: z.string(),
  name: z.string(),
  label: z.optional(text(10_000)),
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
        repeat: z.optional(z.number().check(z.minimum(MINUTE), z.maximum(WEEK))),
        until: z.enum(["ack", "off"]),
      }),
    )
    .check(z.maxLength(STEPS_MAX)),
});
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
  alarms: z.optional(z.array(alarm).check(z.maxLength(ALARMS_MAX))),
  alarmClasses: z.optional(z.array(alarmClass).check(z.maxLength(CLASSES_MAX))),
  scripts: z.record(z.string().check(z.regex(/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,195}\.lua$/)), z.string()),
});
type Pod = z.output<typeof pod>;

export function problemInCompiled(raw: unknown, schemas: readonly PodSchema[]): string | undefined {
  const parsed = z.safeParse(project, raw);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    return `sie ist kein Projekt von Hubwart${at === "" ? "" : ` (${at.slice(0, 100)})`}`;
  }
  const { pods } = parsed.data;
  if (pods.reduce((sum, { channels }) => sum + channels.length, 0) > MOST_CHANNELS)
    return "sie hat zu viele Kanäle";
  const ids = new Set<string>();
  for (const one of pods) {
    if (ids.has(one.id)) return `der Pod „${one.id}“ kommt doppelt vor`;
    ids.add(one.id);
    const problem = problemInPod(
      one,
      schemas.find((schema) => schema.type === one.type),
    );
    if (problem !== undefined) return problem;
  }
  return problemInAlarms(parsed.data);
}

function problemInPod(
  { channels, id, ifaces, name, type }: Pod,
  schema: PodSchema | undefined,
): string | undefined {
  if (!schema) return `den Pod-Typ „${type.slice(0, 100)}“ gibt es nicht`;
  if (id !== `${type}.${name}`) return `der Pod „${id}“ heißt anders, als sein Typ und Name sagen`;
  const known = new Set(ifaces.map((iface) => iface.id));
  const odd = channels.find(({ chan, iface }) => !chan.startsWith(`${id}.`) || !known.has(iface));
  return odd && `der Kanal „${odd.chan.slice(0, 100)}“ gehört nicht zum Pod „${id}“`;
}
