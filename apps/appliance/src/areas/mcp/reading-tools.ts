/** Tools that look at the plant. */
import { alarmHistory, alarmLook, LIMITS, traceChart, tracePost } from "@hubwart/contract";
import * as z from "zod";
import { texts } from "./texts.ts";
import type { Tool } from "./tool.ts";

const { fields } = texts;
const most = LIMITS.mcpEntries;
const DAY = 86_400_000;
const always = () => true;

const page = {
  offset: z.int().min(0).max(100_000).default(0).describe(fields.offset),
  limit: z.int().min(1).max(most).default(20).describe(fields.limit),
};

/** A value in few words: a document of megabytes is cut. */
export function short(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === undefined || text.length <= LIMITS.mcpValueChars) return value;
  return `${text.slice(0, LIMITS.mcpValueChars)}…`;
}
const isoOf = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString() : null);

type Entry = {
  chan: string;
  value: unknown;
  quality: number;
  last: number;
  details?: { label?: string; unit?: string; type?: string; writable?: boolean; tags?: string[] };
};

function shown({ chan, details, last, quality, value }: Entry): object {
  const { label, tags = [], type, unit, writable } = details ?? {};
  return {
    channel: chan,
    ...(label && { label }),
    value: short(value),
    ...(unit && { unit }),
    ...(type && { type }),
    quality,
    time: isoOf(last),
    ...(writable && { writable }),
    ...(tags.length > 0 && { tags }),
  };
}

/** A text without a star or question mark stands anywhere in the name. */
const patternOf = (text: string): string => (/[*?]/.test(text) ? text : `*${text}*`);

const findInput = z.object({
  text: z.string().max(200).default("").describe(fields.text),
  tags: z.array(z.string().max(200)).max(20).default([]).describe(fields.tags),
  ...page,
});
const find: Tool<z.output<typeof findInput>> = {
  name: "find_channels",
  title: texts.tools.find_channels.title,
  description: texts.tools.find_channels.text,
  input: findInput,
  reads: true,
  offered: always,
  run: async ({ limit, offset, tags, text }, { ask }) => {
    const { entries, total } = await ask(tracePost, {
      params: { name: "data" },
      body: {
        ...(text === "" ? {} : { filter: [patternOf(text)], labels: true }),
        ...(tags.length > 0 ? { tags } : {}),
        offset,
        limit,
        details: true,
      },
    });
    return { total, offset, channels: entries.map((entry) => shown(entry as Entry)) };
  },
};

const readInput = z.object({
  channels: z.array(z.string().min(1).max(500)).min(1).max(most).describe(fields.channels),
});
const read: Tool<z.output<typeof readInput>> = {
  name: "read",
  title: texts.tools.read.title,
  description: texts.tools.read.text,
  input: readInput,
  reads: true,
  offered: always,
  run: async ({ channels }, { ask }) => {
    const { entries } = await ask(tracePost, {
      params: { name: "data" },
      body: { filter: channels, limit: most, details: true },
    });
    const found = new Set(entries.map(({ chan }) => chan));
    const unknown = channels.filter((chan) => !/[*?]/.test(chan) && !found.has(chan));
    return {
      channels: entries.map((entry) => shown(entry as Entry)),
      ...(unknown.length > 0 ? { unknown } : {}),
    };
  },
};

const instant = () => z.iso.datetime({ offset: true }).optional();
const historyInput = z.object({
  channels: z.array(z.string().min(1).max(500)).min(1).max(5).describe(fields.channels),
  from: instant().describe(fields.from),
  to: instant().describe(fields.to),
  points: z.int().min(1).max(100).default(24).describe(fields.points),
});
const history: Tool<z.output<typeof historyInput>> = {
  name: "history",
  title: texts.tools.history.title,
  description: texts.tools.history.text,
  input: historyInput,
  reads: true,
  offered: always,
  run: async ({ channels, from, points, to }, { ask, clock }) => {
    const end = to === undefined ? clock.now() : Date.parse(to);
    const begin = from === undefined ? end - DAY : Date.parse(from);
    const { series, step } = await ask(traceChart, {
      body: { chans: channels, from: begin, to: end, points },
    });
    return {
      from: isoOf(begin),
      to: isoOf(end),
      step_ms: step,
      series: series.map(({ before, chan, points: all }) => ({
        channel: chan,
        ...summary(all),
        ...(before && all.length === 0 ? { before: { time: isoOf(before.time), value: before.value } } : {}),
        // Where every value is told, there may be more of them than steps.
        points: all.slice(0, points).map(([at, low, high, mean]) => [isoOf(at), low, high, mean]),
        ...(all.length > points ? { more: all.length - points } : {}),
      })),
    };
  },
};

function summary(points: readonly (readonly [number, number, number, number])[]): object {
  if (points.length === 0) return {};
  const first = points[0];
  const last = points.at(-1);
  return {
    min: Math.min(...points.map(([, low]) => low)),
    max: Math.max(...points.map(([, , high]) => high)),
    first: first?.[3],
    last: last?.[3],
  };
}

const alarmsInput = z.object({
  text: z.string().max(200).default("").describe(fields.text),
  view: z.enum(["open", "all"]).default("open").describe(fields.view),
  hours: z
    .number()
    .min(0.1)
    .max(24 * 31)
    .optional()
    .describe(fields.hours),
  ...page,
});
const alarms: Tool<z.output<typeof alarmsInput>> = {
  name: "alarms",
  title: texts.tools.alarms.title,
  description: texts.tools.alarms.text,
  input: alarmsInput,
  reads: true,
  offered: always,
  run: async ({ hours, limit, offset, text, view }, { ask, clock }) => {
    const wanted = { ...(text === "" ? {} : { text }), offset, limit };
    if (hours !== undefined) {
      const to = clock.now();
      const query = { ...wanted, from: Math.floor(to - hours * 3_600_000), to };
      const { events, total } = await ask(alarmHistory, { query });
      return { total, offset, events: events.map((event) => short(event)) };
    }
    const { counts, standing, state, total } = await ask(alarmLook, { query: { ...wanted, view } });
    return {
      state,
      counts,
      total,
      offset,
      alarms: standing.map(
        ({ acked, action, comment, id, nr, priority, since, source, text: said, unit, value, ...rest }) => ({
          nr,
          id,
          priority,
          text: said,
          source,
          state: rest.state,
          since: isoOf(since),
          value: short(value),
          ...(unit && { unit }),
          ...(action && { action }),
          ...(acked && { acked_by: acked.by }),
          ...(comment && { comment: comment.text }),
        }),
      ),
    };
  },
};

export const readingTools = [find, read, history, alarms] as const;
