/** The plant by its areas: what is in each and how it is, from the whole down to single channels. */
import { keptMatcher } from "@hubwart/core";
import {
  AREA_POINTS,
  type AreaLook,
  type AreaPoint,
  type AreaSummary,
  type DataRecord,
  MOST_POINTS,
} from "@hubwart/ipc";
import { isWithin, pairsOf } from "@hubwart/project/areas";
import type { CompiledChannel, CompiledPod, CompiledProject } from "@hubwart/project/compiled";
import { channelLabel } from "./details.ts";
import type { ChannelTable } from "./table.ts";

interface Looked {
  table: ChannelTable;
  project: CompiledProject;
  record(channel: number): DataRecord;
}

const NONE: ReadonlySet<string> = new Set();

/** `asked`: "" is the whole plant; undefined for an area that the plant does not have. `own`: patterns of channels that there are for the caller. */
export function lookAtArea(
  plant: Looked,
  asked: string,
  stars: ReadonlySet<string>,
  own?: readonly string[],
): AreaLook | undefined {
  const { table } = plant;
  const within = channelsIn(table, asked, own === undefined ? () => true : keptMatcher(own));
  if (asked !== "" && within.length === 0) return undefined;
  const area = firstFork(table, asked, within);
  const below = new Map<string, number[]>();
  const here: number[] = [];
  for (const channel of within) {
    const child = childOf(table.areas[channel] ?? "", area);
    if (child === undefined) here.push(channel);
    else {
      const list = below.get(child);
      if (list) list.push(channel);
      else below.set(child, [channel]);
    }
  }
  // What has a star is told apart where the whole plant is looked at, and not once more.
  const apart = asked === "" ? stars : NONE;
  const areas = [...below].map(([path, channels]) => summaryOf(plant, path, channels, stars, apart));
  const points = pointsOf(plant, here, stars, MOST_POINTS);
  const shown = [...points, ...areas.flatMap((one) => one.points)];
  return {
    named: table.areasNamed,
    area,
    channels: within.length,
    areas,
    points,
    total: here.length,
    records: recordsOf(plant, shown),
  };
}

/** Constants and schedules belong to none. */
function channelsIn(table: ChannelTable, area: string, isOwn: (name: string) => boolean): number[] {
  const found: number[] = [];
  for (let at = 0; at < table.size; at += 1) {
    const path = table.areas[at] ?? "";
    if (path !== "" && (area === "" || isWithin(path, area)) && isOwn(table.names[at] ?? "")) found.push(at);
  }
  return found;
}

/** An area with nothing but one other in it says nothing of its own. */
function firstFork(table: ChannelTable, asked: string, channels: readonly number[]): string {
  let area = asked;
  while (true) {
    const children = new Set(channels.map((at) => childOf(table.areas[at] ?? "", area)));
    const [only] = children;
    if (children.size !== 1 || only === undefined || !deeper(table, only, channels)) return area;
    area = only;
  }
}

const deeper = (table: ChannelTable, area: string, channels: readonly number[]): boolean =>
  channels.some((at) => table.areas[at] !== area);

/** The next step from `area` to `path`; undefined where they are the same. */
function childOf(path: string, area: string): string | undefined {
  if (path === area) return undefined;
  const end = path.indexOf("/", area === "" ? 0 : area.length + 1);
  return end === -1 ? path : path.slice(0, end);
}

function summaryOf(
  plant: Looked,
  path: string,
  channels: readonly number[],
  stars: ReadonlySet<string>,
  apart: ReadonlySet<string>,
): AreaSummary {
  const { project, table } = plant;
  const summary = { path, channels: channels.length, areas: 0, bad: 0, uncertain: 0, received: 0 };
  const parts = new Set<string>();
  for (const at of channels) {
    const area = table.areas[at] ?? "";
    if (area !== path) parts.add(area);
    if (!table.counts[at]) continue;
    summary.received += 1;
    if (table.qualities[at] === 2) summary.bad += 1;
    else if (table.qualities[at] === 1) summary.uncertain += 1;
  }
  summary.areas = parts.size;
  const isStarred = (at: number) => stars.has(table.names[at] ?? "");
  const star = stars.size > 0 && channels.some(isStarred);
  const shown = apart.size > 0 ? channels.filter((at) => !apart.has(table.names[at] ?? "")) : channels;
  const pod = table.areasNamed ? undefined : project.pods[table.pods[channels[0] ?? -1] ?? -1]?.id;
  return {
    ...summary,
    ...(star ? { star: true as const } : {}),
    ...(pod === undefined ? {} : { pod }),
    points: pointsOf(plant, shown, stars, AREA_POINTS),
  };
}

/** Those that say most, in the project's order where they say as much. */
function pointsOf(
  plant: Looked,
  channels: readonly number[],
  stars: ReadonlySet<string>,
  most: number,
): AreaPoint[] {
  const { table } = plant;
  // Pairs are looked for where they may be seen: in front.
  const ranked = channels
    .map((at) => ({ at, rank: rankOf(table, at, stars, compiledOf(plant, at)?.channel) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most * PAIRED_WITHIN)
    .map(({ at }) => at);
  const pairable = ranked.flatMap((at) => {
    const compiled = compiledOf(plant, at);
    return compiled ? [{ ...compiled.channel, equip: compiled.channel.equip ?? compiled.pod.equip }] : [];
  });
  const pairs = pairsOf(pairable);
  const setpoints = new Set(pairs.values());
  const said = ranked.filter((at) => !setpoints.has(table.names[at] ?? ""));
  return various(plant, said, stars, pairs)
    .slice(0, most)
    .map((at) => pointOf(plant, at, stars, pairs));
}

/** Stars, then what has a setpoint; of those that are called alike one before the second. */
function various(
  plant: Looked,
  channels: readonly number[],
  stars: ReadonlySet<string>,
  pairs: ReadonlyMap<string, string>,
): number[] {
  const seen = new Map<string, number>();
  const ranked = channels.map((at) => {
    const name = plant.table.names[at] ?? "";
    const label = channelLabel(plant, at) ?? name;
    const times = seen.get(label) ?? 0;
    seen.set(label, times + 1);
    return { at, rank: stars.has(name) ? -1 : times * 2 + (pairs.has(name) ? 0 : 1) };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ at }) => at);
}

const PAIRED_WITHIN = 8;
const NUMBERS: ReadonlySet<string> = new Set(["float", "int"]);

/** A star, then what changes, then numbers with a unit, then what comes in. */
function rankOf(
  table: ChannelTable,
  at: number,
  stars: ReadonlySet<string>,
  channel: CompiledChannel | undefined,
): number {
  const number = channel !== undefined && NUMBERS.has(channel.type);
  return (
    (stars.has(table.names[at] ?? "") ? 0 : 32) +
    ((table.counts[at] ?? 0) > 1 ? 0 : 16) +
    (channel?.record ? 0 : 8) +
    (number && channel.unit !== undefined ? 0 : 4) +
    (channel?.label === undefined ? 2 : 0) +
    (channel?.dir === "out" ? 1 : 0)
  );
}

function pointOf(
  plant: Looked,
  at: number,
  stars: ReadonlySet<string>,
  pairs: ReadonlyMap<string, string>,
): AreaPoint {
  const chan = plant.table.names[at] ?? "";
  const compiled = compiledOf(plant, at);
  const label = channelLabel(plant, at);
  const equip = compiled?.channel.equip ?? compiled?.pod.equip;
  const setpoint = pairs.get(chan);
  const type = plant.table.types[at] ?? "json";
  return {
    chan,
    type,
    ...(label === undefined ? {} : { label }),
    ...(compiled?.channel.unit === undefined ? {} : { unit: compiled.channel.unit }),
    ...(equip === undefined ? {} : { equip }),
    ...(plant.table.areasNamed ? { area: plant.table.areas[at] ?? "" } : {}),
    ...(compiled?.channel.record && NUMBERS.has(type) ? { recorded: true as const } : {}),
    ...(stars.has(chan) ? { star: true as const } : {}),
    ...(setpoint === undefined ? {} : { setpoint }),
  };
}

function recordsOf(plant: Looked, points: readonly AreaPoint[]): DataRecord[] {
  const names = points.flatMap(({ chan, setpoint }) => (setpoint === undefined ? [chan] : [chan, setpoint]));
  return [...new Set(names)].flatMap((chan) => {
    const at = plant.table.number(chan);
    return at === undefined ? [] : [plant.record(at)];
  });
}

function compiledOf(
  { project, table }: Looked,
  at: number,
): { pod: CompiledPod; channel: CompiledChannel } | undefined {
  const pod = project.pods[table.pods[at] ?? -1];
  const channel = pod?.channels[table.locals[at] ?? -1];
  return pod && channel && { pod, channel };
}
