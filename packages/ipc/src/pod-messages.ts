/**
 * Everything hub and pods say to each other: one closed set, the same on every carrier (fork channel,
 * Unix socket, broker). Shapes are plain JSON.
 *
 * Order: pod `hello` → hub `load` → pod `loaded` → hub `start` → pod `conn`, `values`, `log`, `stats` …
 * → hub `stop` (or the carrier closes) → the pod ends within 2 s. From `start` on either side may `ask`.
 */
import type { LogEntry, LogLevel, Overload } from "@hubwart/core";
import type { WireError } from "./hub-socket/wire-error.ts";

/** 0 good, 1 uncertain, 2 bad. */
export type Quality = 0 | 1 | 2;

/**
 * Values in columns: entry i of each array belongs together. A channel may occur more than once;
 * order is the order of arrival.
 */
export interface ValueBatch {
  /** Index of the channel in the pod's compiled channel list. */
  n: number[];
  /** Value: boolean, number, string, or any JSON. */
  v: unknown[];
  /** Quality; absent when all are good. */
  q?: Quality[];
  /** Source timestamp, ms since the epoch. */
  t: number[];
}

/**
 * What became of writes, in columns: of channel `n[i]` the newest value that left the hub in a batch up to `seq[i]` is
 * settled. A value that a newer one replaced has no result of its own, and one without a result is waiting: a result comes
 * when the other side has acknowledged the value as far as its protocol can, or when the pod gives it up.
 */
export interface WriteResults {
  /** Index of the channel; each occurs once. */
  n: number[];
  seq: number[];
  /** German reason of a refusal, null for what was written; absent when all were written. */
  why?: (string | null)[];
}

/** The pod as the hub hands it over; the shape of `CompiledPod` with an administrator's parameters. */
export interface PodLoad {
  id: string;
  type: string;
  ifaces: { id: string; config: Record<string, string | number | boolean> }[];
  channels: {
    chan: string;
    iface: string;
    type: "bool" | "int" | "float" | "string" | "json";
    dir: "in" | "out" | "inout";
    config: Record<string, string | number | boolean>;
  }[];
  /** Settings made in the console, by the pod type's own schema. */
  params: Record<string, unknown>;
  /** Keyrings, certificates, scripts: name → content in base64, at most `HANDOVER` says. Read by `podFile`. */
  files: Record<string, string>;
  /** Name → secret. Never in logs, answers or arguments of a process: the pod's runtime blanks them out. */
  secrets: Record<string, string>;
  /** For what the pod keeps over restarts; only pods that the hub starts itself have one. The pod creates it. */
  folder?: string;
}

/** Questions with answers, the same in both directions; `Asks` speaks it. */
export type AskMessage =
  /** `ms`: how long an answer is of use. */
  | { t: "ask"; id: number; method: string; params: unknown; ms: number }
  /** The question is no longer of interest. */
  | { t: "unask"; id: number }
  | { t: "answer"; id: number; result?: unknown; error?: WireError };

export type HubToPod =
  | AskMessage
  | { t: "load"; pod: PodLoad; logLevel: LogLevel }
  /** Authorities (PEM) that the pod trusts beside the usual ones, from now on exactly these; before `load` if there are any. */
  | { t: "trust"; authorities: string[] }
  | { t: "start" }
  /** Values to write outside. The pod answers `ack` with the same `seq` once it has taken them over. */
  | { t: "write"; seq: number; values: ValueBatch }
  | { t: "ack"; seq: number }
  | { t: "logLevel"; level: LogLevel }
  /** The pod may not connect; the carrier closes. German reason. */
  | { t: "refused"; reason: string }
  | { t: "stop" };

/** Connection record of an interface. */
export interface IfaceState {
  iface: string;
  /** Connected or listening. */
  state: boolean;
  /** Connections open right now. */
  active: number;
  /** Times a connection was made since the pod started. */
  count: number;
  /** When the state last changed, ms since the epoch. */
  last: number;
  /** TCP or UDP port listened on, if any. */
  port?: number;
  /** German reason of the last failure, cleared by success. */
  error?: string;
  /** Who last lost connections because of what he asked for and did not read. */
  overload?: Overload;
}

/** What the other side said last to requests for a channel, German; it stands until one succeeds. Times in ms since the epoch. */
export interface Refusal {
  text: string;
  /** When the first of them came, and the last. */
  since: number;
  last: number;
  count: number;
}

/** `n`: index of the channel. No refusal: it stands no longer. */
export interface RefusalReport {
  n: number;
  refusal?: Refusal;
}

export interface PodCounters {
  /** Values received from outside / written outside since start. */
  in: number;
  out: number;
  /** Updates merged because the other side was slower (last value wins). */
  coalesced: number;
  /** Values that could not be delivered or read. */
  failed: number;
}

export interface PodStats {
  /** Proportional set size where the system tells it, resident size elsewhere; bytes. */
  memory: number;
  /** Share of one core since the last report, percent. */
  cpu: number;
  counters: PodCounters;
}

export const POD_PROTOCOL = 2;

export type PodToHub =
  | AskMessage
  | { t: "hello"; protocol: typeof POD_PROTOCOL; id: string; token?: string; pid: number }
  /** `problems` empty: ready to start. Otherwise the pod refuses, naming fields. */
  | { t: "loaded"; problems: { field: string; message: string }[] }
  | { t: "conn"; iface: IfaceState }
  | { t: "values"; seq: number; values: ValueBatch }
  | { t: "ack"; seq: number }
  | { t: "written"; results: WriteResults }
  | { t: "log"; entries: LogEntry[] }
  /** `refusals`: those that changed since the last report, each channel once, at most 1,000. */
  | { t: "stats"; stats: PodStats; refusals?: RefusalReport[] };

/** One end of a hub ↔ pod connection. `S` is what this end sends. */
export interface Carrier<S, R> {
  /** `soon`: may wait a few milliseconds for what is sent after it, to travel together. Order is kept. */
  send(message: S, when?: "soon"): void;
  /** Replaces the handler there was. */
  onMessage(handler: (message: R) => void): void;
  /** Called once, when the other end is gone. `offence`: what it did, German, if this end closed because of it. */
  onClose(handler: (offence?: string) => void): void;
  close(): void;
  /** So much waits for the other end that what can wait should; `onDrain` says when it has been taken. */
  readonly busy?: boolean;
  onDrain?(handler: () => void): void;
}
