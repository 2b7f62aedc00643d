/** What the appliance may ask: parameters checked, then handed to the hub. */
import {
  DEEPEST_VALUE,
  InvalidInputError,
  LOG_LEVELS,
  type LogLevel,
  NotFoundError,
  nameMatcher,
  tooDeep,
} from "@hubwart/core";
import {
  type ConnRecord,
  type HubHandlers,
  type HubRequests,
  type HubStatus,
  MOST_WATCHED,
  type ScriptReport,
  SUGGEST_KINDS,
  TRACE_ORDERS,
  type TrialLook,
  type WrittenBy,
  weigh,
} from "@hubwart/ipc";
import { SCRIPT_LIMITS, SCRIPT_NAME } from "@hubwart/lua";
import * as z from "zod/mini";
import type { Alarms } from "./alarms/alarms.ts";
import { alarmHandlers } from "./alarms/requests.ts";
import { lookAtArea } from "./channels/areas.ts";
import { coerce } from "./channels/coerce.ts";
import { channelDefinition } from "./channels/definition.ts";
import { channelDetails, channelLabel } from "./channels/details.ts";
import { selectChannels } from "./channels/select.ts";
import { suggest } from "./channels/suggest.ts";
import type { Energy } from "./energy/energy.ts";
import { energyHandlers } from "./energy/requests.ts";
import { parsed, patterns } from "./parsed.ts";
import type { Plant } from "./plant.ts";
import type { askPod } from "./pods/ask-pod.ts";
import type { PodHandle } from "./pods/pod-handle.ts";
import type { Scripts } from "./scripts/scripts.ts";
import { correctionHandlers } from "./stores/correction-requests.ts";
import type { Stores } from "./stores/stores.ts";
import { texts } from "./texts.ts";

/** What requests need of the hub. */
export interface HubControl {
  readonly stores: Pick<Stores, "ask">;
  readonly scripts: Pick<Scripts, "pod" | "ask" | "look">;
  readonly alarms: Pick<Alarms, "ask">;
  readonly energy: Pick<Energy, "ask">;
  readonly plant: Plant;
  status(): HubStatus;
  /** @returns whether pods were stopped or started */
  applyProject(): Promise<boolean>;
  licenseChanged(): Promise<void>;
  trustChanged(): Promise<void>;
  schedulesChanged(): Promise<void>;
  recordingChanged(): Promise<void>;
  restartPod(id: string): Promise<void>;
  askPod(id: string, question: Parameters<typeof askPod>[2]): Promise<unknown>;
  podOrThrow(id: string): PodHandle;
  setLogLevel(level: LogLevel): void;
}

const name = z.string().check(z.minLength(1), z.maxLength(500));
/** A value that a person writes, about bytes. */
const LARGEST_WRITE = 1024 * 1024;
/** Channels that are named where many are counted. */
const NAMED = 3;
const whole = (least: number) => z.number().check(z.int(), z.minimum(least));

const shapes = {
  traceData: z.object({
    filter: patterns,
    tags: patterns,
    offset: z.optional(whole(0)),
    limit: z.optional(whole(1)),
    order: z.optional(z.enum(TRACE_ORDERS)),
    desc: z.optional(z.boolean()),
    details: z.optional(z.boolean()),
    labels: z.optional(z.boolean()),
    within: z.optional(patterns),
  }),
  traceMeta: z.object({ filter: patterns, level: z.optional(z.literal("err")) }),
  area: z.object({
    area: z.string().check(z.maxLength(500)),
    stars: z.array(name).check(z.maxLength(1_000)),
    within: z.optional(patterns),
  }),
  channelDefinition: z.object({ chan: name }),
  podDefinition: z.object({ pod: name }),
  podRestart: z.object({ pod: name }),
  podAsk: z.object({
    pod: name,
    method: name,
    params: z.record(z.string(), z.unknown()),
    chan: z.optional(name),
  }),
  logLevel: z.object({ level: z.enum(LOG_LEVELS) }),
  podLogLevel: z.object({ pod: name, level: z.enum(LOG_LEVELS) }),
  suggest: z.object({
    kind: z.enum(SUGGEST_KINDS),
    text: z.string().check(z.maxLength(500)),
    limit: whole(1),
    within: z.optional(patterns),
  }),
  write: z.object({
    chan: name,
    value: z.unknown(),
    by: z.optional(
      z.object({ who: z.enum(["person", "user"]), name: z.string().check(z.minLength(1), z.maxLength(200)) }),
    ),
  }),
  why: z.object({ chan: name }),
  whyAll: z.object({ limit: whole(1).check(z.maximum(1_000)) }),
  chart: z.object({
    channels: z.array(name).check(z.minLength(1), z.maxLength(50)),
    from: whole(0),
    to: whole(0),
    points: whole(1).check(z.maximum(5_000)),
  }),
  scriptTrial: z.object({
    name: z.string().check(z.regex(SCRIPT_NAME)),
    source: z.string().check(z.maxLength(SCRIPT_LIMITS.sourceBytes)),
    seconds: whole(1).check(z.maximum(600)),
  }),
  scriptTrialLook: z.object({ after: whole(0) }),
  watch: z.object({ filter: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(MOST_WATCHED)) }),
};

export function hubHandlers(hub: HubControl): HubHandlers {
  return {
    status: () => hub.status(),
    pods: () => ({ pods: hub.plant.pods.map((pod) => pod.report()) }),
    traceData: (raw) => dataRecords(hub, parsed(shapes.traceData, raw)),
    area: (raw) => {
      const { area, stars, within } = parsed(shapes.area, raw);
      const found = lookAtArea(hub.plant, area, new Set(stars), within);
      if (!found) throw unknownArea(area);
      return found;
    },
    uncertain: () => ({ pods: uncertainChannels(hub) }),
    channelDefinition: (raw) => {
      const { chan } = parsed(shapes.channelDefinition, raw);
      const found = channelDefinition(hub.plant, chan);
      if (!found) throw unknownChannel(chan);
      return found;
    },
    podDefinition: (raw) => {
      const { type, ifaces } = hub.podOrThrow(parsed(shapes.podDefinition, raw).pod).pod;
      return { type, ifaces: ifaces.map(({ id, config }) => ({ id, cells: config })) };
    },
    traceMeta: (raw) => ({ records: connRecords(hub, parsed(shapes.traceMeta, raw)) }),
    applyProject: async () => ({ restarted: await hub.applyProject() }),
    podRestart: async (raw) => {
      await hub.restartPod(parsed(shapes.podRestart, raw).pod);
      return {};
    },
    podAsk: async (raw) => {
      const { pod, ...question } = parsed(shapes.podAsk, raw);
      return { result: await hub.askPod(pod, question) };
    },
    logLevel: (raw) => {
      hub.setLogLevel(parsed(shapes.logLevel, raw).level);
      return {};
    },
    podLogLevel: (raw) => {
      const { pod, level } = parsed(shapes.podLogLevel, raw);
      hub.podOrThrow(pod).setLogLevel(level);
      return {};
    },
    suggest: (raw) => {
      const { plant } = hub;
      const { table, project, pods } = plant;
      const connections = () => pods.flatMap((pod) => pod.records());
      return {
        values: suggest(
          {
            table,
            pods: project.pods,
            connections,
            labelOf: (channel) => channelLabel(plant, channel),
          },
          parsed(shapes.suggest, raw),
        ),
      };
    },
    write: (raw) => {
      const { by, chan, value } = parsed(shapes.write, raw);
      return writeChannel(hub, chan, value, by);
    },
    // Loaded a while after the start (`run-hub.ts`), or when somebody asks before.
    why: async (raw) => {
      const { whyOf } = await import("./why/requests.ts");
      return await whyOf(hub, parsed(shapes.why, raw).chan);
    },
    whyAll: async (raw) => {
      const { allCauses } = await import("./why/requests.ts");
      return await allCauses(hub, parsed(shapes.whyAll, raw).limit);
    },
    ...alarmHandlers(hub.alarms),
    ...energyHandlers(hub.energy),
    chart: (raw) => hub.stores.ask("chart", parsed(shapes.chart, raw)),
    ...correctionHandlers(hub.stores),
    scripts: async () => ({
      pod: hub.scripts.pod ?? null,
      scripts: (await hub.scripts.ask("report", {})) as ScriptReport[],
    }),
    scriptTrial: async (raw) => {
      await hub.scripts.ask("trial", parsed(shapes.scriptTrial, raw));
      return {};
    },
    scriptTrialLook: async (raw) =>
      (await hub.scripts.ask("look", parsed(shapes.scriptTrialLook, raw))) as TrialLook,
    scriptTrialStop: async () => {
      await hub.scripts.ask("stopTrial", {});
      return {};
    },
    licenseChanged: async () => {
      await hub.licenseChanged();
      return hub.status();
    },
    trustChanged: async () => {
      await hub.trustChanged();
      return {};
    },
    schedulesChanged: async () => {
      await hub.schedulesChanged();
      return {};
    },
    recordingChanged: async () => {
      await hub.recordingChanged();
      return {};
    },
    watch: (raw, peer) => {
      hub.plant.watches.set(peer, parsed(shapes.watch, raw).filter);
      peer.scope.add(() => hub.plant.watches.set(peer, []));
      return {};
    },
  };
}

function dataRecords(
  { plant }: HubControl,
  { details, labels, ...selection }: z.infer<typeof shapes.traceData>,
): HubRequests["traceData"][1] {
  const { channels, total } = selectChannels(plant.table, {
    ...selection,
    labelOf: labels ? (channel) => channelLabel(plant, channel) : undefined,
  });
  const record = (channel: number) =>
    details ? { ...plant.record(channel), details: channelDetails(plant, channel) } : plant.record(channel);
  return { records: channels.map(record), total };
}

function uncertainChannels({ plant: { table, project } }: HubControl): HubRequests["uncertain"][1]["pods"] {
  const pods: HubRequests["uncertain"][1]["pods"] = {};
  for (let channel = 0; channel < table.size; channel += 1) {
    if (table.qualities[channel] === 0 || !table.counts[channel] || table.origins[channel] !== undefined)
      continue;
    const id = project.pods[table.pods[channel] ?? -1]?.id;
    if (id === undefined) continue;
    pods[id] ??= { count: 0, first: [] };
    pods[id].count += 1;
    if (pods[id].first.length < NAMED) pods[id].first.push(table.names[channel] ?? "");
  }
  return pods;
}

function connRecords(hub: HubControl, { filter, level }: z.infer<typeof shapes.traceMeta>): ConnRecord[] {
  const matches = nameMatcher(filter);
  return hub.plant.pods
    .flatMap((pod) => pod.records())
    .filter((record) => matches(record.chan) && (level === undefined || record.level === level));
}

async function writeChannel(
  hub: HubControl,
  chan: string,
  value: unknown,
  by: WrittenBy | undefined,
): Promise<HubRequests["write"][1]> {
  const { plant } = hub;
  const { table } = plant;
  const channel = table.number(chan);
  const type = channel === undefined ? undefined : table.types[channel];
  if (channel === undefined || type === undefined) {
    throw unknownChannel(chan);
  }
  const direction = table.directions[channel];
  if (direction === undefined || direction === "in") {
    throw new InvalidInputError([
      { field: "chan", message: texts.notWritable(chan, direction !== undefined) },
    ]);
  }
  if (tooDeep(value)) {
    throw new InvalidInputError([{ field: "value", message: texts.tooDeep(DEEPEST_VALUE) }]);
  }
  if (weigh(value) > LARGEST_WRITE) {
    throw new InvalidInputError([{ field: "value", message: texts.tooLarge }]);
  }
  if (value === undefined || coerce(type, value) === undefined) {
    throw new InvalidInputError([{ field: "value", message: texts.wrongTypeOf(type) }]);
  }
  const before = plant.record(channel);
  plant.write(channel, value, by);
  const after = plant.record(channel);
  const outcome = await plant.pods[table.pods[channel] ?? -1]?.outcome(
    table.locals[channel] ?? -1,
    after.value,
  );
  return { before, after, ...(outcome ?? { state: "waiting" }) };
}

const unknownArea = (area: string) => new NotFoundError(texts.noArea(area));
const unknownChannel = (chan: string) => new NotFoundError(texts.noChannel(chan));
