/**
 * What the appliance asks the hub over the Unix socket, and what the hub reports unasked.
 * Frames are lines of JSON. A request carries an `id`; exactly one answer carries the same id.
 */
import type { LogLevel } from "@hubwart/core";
import type { AlarmCounts, AlarmRequests } from "./alarm-messages.ts";
import type { ChartCorrection, CorrectionRequests } from "./correction-messages.ts";
import type { EnergyRequests } from "./energy-messages.ts";
import type { IfaceState, PodCounters, Quality, Refusal } from "./pod-messages.ts";
import type { ScriptReport, TrialLook } from "./script-messages.ts";
import type { Why, WhyGroup, WrittenBy } from "./why-messages.ts";

export const HUB_STATES = ["init", "running", "stopped", "no_license", "no_project"] as const;
export type HubState = (typeof HUB_STATES)[number];

export interface HubStatus {
  pid: number;
  state: HubState;
  /** When this hub process started, Unix seconds. */
  started: number;
  /** Version of the project that is loaded; null without one. */
  projectVersion: string | null;
  projectId: string | null;
  /** Pods the project has / pods that are online. */
  pods: number;
  podsOnline: number;
  /** Connection to the broker of external pods; absent where none is set up. `error` is German. */
  broker?: { connected: boolean; error?: string };
  /** What keeps values from being recorded, German; asked for, not told. */
  recorder?: string;
  /** What keeps retained values from the disk, German; asked for, not told. */
  retained?: string;
  /** What keeps what meters consumed from the disk, German; asked for, not told. */
  energy?: string;
  /** German reason when `state` is `stopped` or `no_license`. */
  error?: string;
  /** Why there is no licence: 1 missing, 2 no fingerprint, 3 expired. Only while `state` is `no_license`. */
  reason?: 1 | 2 | 3;
}

export interface HubPod {
  id: string;
  type: string;
  label?: string;
  /** As it runs now. */
  internal: boolean;
  params: Record<string, unknown>;
  /** What the project says for the parameters that the console offers, where it offers any. */
  projectParams?: Record<string, string | number | boolean>;
  running: boolean;
  /** Unix seconds; 0 while it does not run. */
  started: number;
  /** Starts since the hub started. */
  starts: number;
  /** Crashes of its process within the last 10 min; 0 for an external pod, whose process is not the hub's. */
  crashes: number;
  /** It has not been heard for 10 s; an internal one is ended and started again after 30 s. */
  silent?: true;
  pid: number;
  memory: number;
  cpu: number;
  counters: PodCounters;
  ifaces: (IfaceState & {
    /** The other side, or where it listens: `192.168.1.5:502`, `/dev/ttyUSB0`. */
    peer?: string;
  })[];
  /** When it last came or went, ms since the epoch; 0 before. */
  changed?: number;
  /** When a value last came from it or went to it, ms since the epoch; absent before. */
  lastValue?: number;
  /** German reason why it does not run or refused its parameters. */
  error?: string;
}

/** A data record of `/trace/data`. */
export interface DataRecord {
  chan: string;
  value: unknown;
  quality: Quality;
  /** ms since the epoch; 0 if there was never a value. */
  last: number;
  count: number;
  /** Channel whose link brought the value, empty for a write; absent: it came from outside. */
  from?: string;
  /** Of the requests to the other side; absent while they succeed. */
  refusal?: Refusal;
  /** What the project says of the channel; only where `details` were asked for. */
  details?: ChannelDetails;
}

export interface ChannelDetails {
  type: "bool" | "int" | "float" | "string" | "json";
  /** A person may write it. */
  writable: boolean;
  tags: string[];
  label?: string;
  /** Where it belongs in the plant, as a path; absent where the project names no areas. */
  area?: string;
  equip?: string;
  unit?: string;
  /** Where it lies on the other side: a topic, an address. */
  place?: string;
  /** Interface of its pod; absent for a constant. */
  iface?: string;
}

type Cells = Record<string, string | number | boolean>;

/** A channel as the plant is shown: how it stands now is in the records beside it. */
export interface AreaPoint {
  chan: string;
  label?: string;
  unit?: string;
  /** Where it belongs; absent where the project names no areas. */
  area?: string;
  equip?: string;
  type: ChannelDetails["type"];
  /** Its values are recorded, as numbers. */
  recorded?: true;
  star?: true;
  /** Channel of what it should be. */
  setpoint?: string;
}

/** An area of the plant, with all below it. */
export interface AreaSummary {
  /** `Haus/EG/Büro 2` */
  path: string;
  channels: number;
  /** Areas below. */
  areas: number;
  /** Channels whose value turned bad, those whose value no longer holds for sure, and those that ever had one. */
  bad: number;
  uncertain: number;
  received: number;
  /** Some of them have a star. */
  star?: true;
  /** The pod that stands in for an area. */
  pod?: string;
  /** What says most about it, at most `AREA_POINTS`; of the whole plant without those that have a star. */
  points: AreaPoint[];
}

/** Points in the summary of an area, and of the area itself that is looked at. */
export const AREA_POINTS = 4;
export const MOST_POINTS = 200;

export interface AreaLook {
  /** The project names areas; otherwise its pods stand in for them. */
  named: boolean;
  /** What is shown: the area asked for, or the first one below with more than one part. "" is the whole plant. */
  area: string;
  channels: number;
  areas: AreaSummary[];
  /** Channels of the area itself, those with a star and those that change first, at most `MOST_POINTS`. */
  points: AreaPoint[];
  /** How many there are. */
  total: number;
  /** Of all points and their setpoints. */
  records: DataRecord[];
}

/** A link as the project says it. */
export interface LinkDefinition {
  source: string;
  target: string;
  scale?: number;
  offset?: number;
  invert?: boolean;
  map?: Cells;
  onChange?: boolean;
  /** ms */
  minInterval?: number;
}

/** A channel or constant as the project says it. Cells come as they are, secrets included: whoever shows them masks them. */
export interface ChannelDefinition extends ChannelDetails {
  chan: string;
  /** Absent for a constant. */
  channel?: {
    pod: string;
    /** Type of the pod. */
    kind: string;
    dir: "in" | "out" | "inout";
    retain: boolean;
    record?: { deadBand?: number; interval?: number };
    cells: Cells;
  };
  /** Links that end here and that begin here, each at most `MOST_LINKS`. */
  incoming: LinkDefinition[];
  outgoing: LinkDefinition[];
  /** How many there are of each. */
  links: { incoming: number; outgoing: number };
}

/** Links of a channel that are told. */
export const MOST_LINKS = 100;

/**
 * A write is waiting until the other side has acknowledged it as far as its protocol can; then it is written, or
 * refused. `reason` is German: of a refusal, or why it waits.
 */
export interface WriteOutcome {
  state: "written" | "waiting" | "refused";
  reason?: string;
}

/** What records may be sorted by. */
export const TRACE_ORDERS = ["chan", "value", "quality", "last", "count"] as const;
export type TraceOrder = (typeof TRACE_ORDERS)[number];

export interface TraceQuestion {
  /** Glob patterns (`*`, `?`) over names; empty means all. */
  filter: string[];
  tags: string[];
  offset?: number;
  limit?: number;
  /** Absent: the project's order. */
  order?: TraceOrder;
  desc?: boolean;
  details?: boolean;
  /** Patterns match labels as well, whatever their case. */
  labels?: boolean;
  /** Patterns that a name has to match besides; absent: any, empty: none. */
  within?: string[];
}

export const SUGGEST_KINDS = ["areas", "channels", "interfaces", "pods", "recorded", "tags"] as const;
export type SuggestKind = (typeof SUGGEST_KINDS)[number];

/** A connection record of `/trace/meta`: `{type}.pod.{pod}` or `{type}.iface.{pod}.{iface}`. */
export interface ConnRecord {
  chan: string;
  conn_state: boolean;
  conn_active: number;
  conn_count: number;
  conn_last: number;
  err_text?: string;
  level?: "err";
}

export interface UncertainChannels {
  count: number;
  /** Names of the first, at most three. */
  first: string[];
}

/** Patterns that one connection may watch, all its watchers together. */
export const MOST_WATCHED = 50_000;

/** [time, minimum, maximum, mean]; of single values all three are alike. */
export type ChartPoint = [time: number, min: number, max: number, mean: number];

/**
 * A time within the chart in which the last value was uncertain (1) or bad (2), or nothing could be recorded (3).
 * `until` is not included.
 */
export type ChartSpan = [from: number, until: number, why: 1 | 2 | 3];

/** Recorded history of some channels. */
export interface Chart {
  /** Width of a point, ms; 0 where points are the values themselves. */
  step: number;
  series: {
    chan: string;
    points: ChartPoint[];
    /** The last number before the chart begins, where one is known. */
    before?: { time: number; value: number };
    /** Where a value was not good, oldest first. */
    spans?: ChartSpan[];
    /** Where people corrected it, oldest first, without overlaps. */
    corrected?: ChartCorrection[];
  }[];
}

/** Requests: name → [parameters, answer]. */
export interface HubRequests extends AlarmRequests, CorrectionRequests, EnergyRequests {
  status: [Record<string, never>, HubStatus];
  pods: [Record<string, never>, { pods: HubPod[] }];
  /** `total`: how many there are, `offset` and `limit` aside. */
  traceData: [TraceQuestion, { records: DataRecord[]; total: number }];
  /** How many channels had a value which no longer holds (uncertain or bad), and the first of them, by pod; pods without any are left out. */
  uncertain: [Record<string, never>, { pods: Record<string, UncertainChannels> }];
  /** `area`: "" is the whole plant. NotFoundError for an area that the project does not have. */
  area: [{ area: string; stars: string[]; within?: string[] }, AreaLook];
  /** NotFoundError for a name that the project does not have. */
  channelDefinition: [{ chan: string }, ChannelDefinition];
  /** Cells of a pod's interfaces, secrets included. */
  podDefinition: [{ pod: string }, { type: string; ifaces: { id: string; cells: Cells }[] }];
  /** Why a channel has its value, or has none. */
  why: [{ chan: string }, Why];
  /** Causes of all that is not good, those of most channels first; `limit` of them, and how many channels were looked at. */
  whyAll: [{ limit: number }, { groups: WhyGroup[]; looked: number; troubled: number }];
  traceMeta: [{ filter: string[]; level?: "err" }, { records: ConnRecord[] }];
  /** Loads the version that `current.json` names. `restarted` false: applied without interrupting a pod. */
  applyProject: [Record<string, never>, { restarted: boolean }];
  podRestart: [{ pod: string }, Record<string, never>];
  /** Lowest level the hub itself logs, until its end. */
  logLevel: [{ level: LogLevel }, Record<string, never>];
  /**
   * Asks a pod by a method of its type (`@hubwart/pods/methods`); params and result are checked by its schemas.
   * `chan`: a channel of the pod, whose number becomes `index` of the params.
   */
  podAsk: [
    { pod: string; method: string; params: Record<string, unknown>; chan?: string },
    { result: unknown },
  ];
  podLogLevel: [{ pod: string; level: LogLevel }, Record<string, never>];
  /** Names, patterns or tags for what a person typed. */
  suggest: [{ kind: SuggestKind; text: string; limit: number; within?: string[] }, { values: string[] }];
  /** Writes a value to a channel as if a link had, and says what became of it within two seconds. */
  write: [
    { chan: string; value: unknown; by?: WrittenBy },
    { before: DataRecord; after: DataRecord } & WriteOutcome,
  ];
  /** Times in ms since the epoch; `points`: most points per channel. */
  chart: [{ channels: string[]; from: number; to: number; points: number }, Chart];
  /** The scripts of the project; `pod` is their process, null while there is none. */
  scripts: [Record<string, never>, { pod: HubPod | null; scripts: ScriptReport[] }];
  /** Runs a source without writing anywhere, in place of the last trial. */
  scriptTrial: [{ name: string; source: string; seconds: number }, Record<string, never>];
  /** What came of it after event `after`. */
  scriptTrialLook: [{ after: number }, TrialLook];
  scriptTrialStop: [Record<string, never>, Record<string, never>];
  /** The licence file changed. */
  licenseChanged: [Record<string, never>, HubStatus];
  /** The authorities in the data folder changed. */
  trustChanged: [Record<string, never>, Record<string, never>];
  /** What people changed of the schedules in the data folder changed; it holds when this is answered. */
  schedulesChanged: [Record<string, never>, Record<string, never>];
  /** What people record beside the project, or how much is kept, changed in the data folder; recording holds when this is answered. */
  recordingChanged: [Record<string, never>, Record<string, never>];
  /** From now on `values` events for these patterns on this connection; empty ends it. */
  watch: [{ filter: string[] }, Record<string, never>];
}
export type HubRequestName = keyof HubRequests;

export type HubEvent =
  | { e: "status"; status: HubStatus }
  | { e: "pods"; pods: HubPod[] }
  /** The process of the scripts; null while there is none. */
  | { e: "scripts"; pod: HubPod | null }
  /** Something about the alarms is other than before; soon after it, and not too often. */
  | { e: "alarms"; counts: AlarmCounts }
  | { e: "values"; records: DataRecord[] };

export type HubFrame =
  | { id: number; m: HubRequestName; p: unknown }
  | { id: number; r: unknown }
  | { id: number; error: { kind: string; message: string; fields?: { field: string; message: string }[] } }
  | HubEvent;
