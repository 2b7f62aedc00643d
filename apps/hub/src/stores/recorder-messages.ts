/** What the hub and its recorder say to each other over the fork channel. */
import type { Beat, LogEntry } from "@hubwart/core";

/** Recorded values in columns; entry i of each array belongs together. */
export interface RecordedBatch {
  /** Number of the channel, by the last `names`. */
  c: number[];
  /** Time of arrival, ms since the epoch. */
  t: number[];
  v: unknown[];
  q: number[];
}

export interface ChartRequest {
  channels: string[];
  from: number;
  to: number;
  points: number;
}

export type HubToRecorder =
  /** Names of all channels of the project; first of all, and again with each project. */
  | { t: "names"; names: string[] }
  | { t: "rows"; rows: RecordedBatch }
  | { t: "chart"; id: number; request: ChartRequest }
  /** Another authority is trusted, or one less. */
  | { t: "trust" }
  | { t: "stop" };

export type RecorderToHub =
  | Beat
  | { t: "ready" }
  | { t: "answer"; id: number; chart: unknown }
  | { t: "failed"; id: number; message: string }
  /** Why values do not reach the disk, German; without a text that is over. */
  | { t: "trouble"; text?: string }
  | { t: "log"; entry: LogEntry };
