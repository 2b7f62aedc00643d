/** What the hub and its recorder say to each other over the fork channel. */
import type { Beat, LogEntry } from "@hubwart/core";
import type { Chart, CorrectionRequests, WireError } from "@hubwart/ipc";

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

/** Questions: name → [parameters, answer]. */
export interface RecorderRequests extends CorrectionRequests {
  chart: [ChartRequest, Chart];
}
export type RecorderRequestName = keyof RecorderRequests;
/** One with its parameters. */
export type RecorderQuestion = {
  [M in RecorderRequestName]: { method: M; params: RecorderRequests[M][0] };
}[RecorderRequestName];

export type HubToRecorder =
  /** Names of all channels of the project; first of all, and again with each project. */
  | { t: "names"; names: string[] }
  | { t: "rows"; rows: RecordedBatch }
  | ({ t: "ask"; id: number } & RecorderQuestion)
  /** Another authority is trusted, or one less. */
  | { t: "trust" }
  /** Another amount is to be kept. */
  | { t: "keep" }
  | { t: "stop" };

export type RecorderToHub =
  | Beat
  | { t: "ready" }
  | { t: "answer"; id: number; result: unknown }
  /** `defect`: what was no refusal, for the log. */
  | { t: "failed"; id: number; error: WireError; defect?: string }
  /** Why values do not reach the disk, German; without a text that is over. */
  | { t: "trouble"; text?: string }
  | { t: "log"; entry: LogEntry };
