/** What the scripts' process tells about scripts and trials, all the way to the appliance. */
import type { LogLevel } from "@hubwart/core";

/**
 * running; starting; waiting: ended by a limit, a crash or an error of its first run, started again after a pause;
 * broken: does not compile; ended: asked to.
 */
export const SCRIPT_STATES = ["starting", "running", "waiting", "broken", "ended"] as const;
export type ScriptState = (typeof SCRIPT_STATES)[number];

export interface ScriptFigures {
  /** Bytes of the Lua state. */
  memory: number;
  /** Time in the script since it started, ms. */
  busy: number;
  /** Calls into the script. */
  calls: number;
  /** Writes, lines and requests refused because they were beyond a rate. */
  refused: number;
  /** It waits because it has used up its share of the processor. */
  throttled: boolean;
}

export interface ScriptReport {
  name: string;
  state: ScriptState;
  /** German; of the last time it ended or a call failed. */
  error?: string;
  /** ms since the epoch. */
  errorAt?: number;
  /** Channel whose changes come from what the script writes, again and again. */
  loop?: string;
  starts: number;
  /** Calls that ended with an error. */
  failures: number;
  /** Values handed to it, and merged before they could be. */
  events: number;
  coalesced: number;
  writes: number;
  figures: ScriptFigures;
}

export const TRIAL_KINDS = ["write", "log", "keep", "http", "alarm", "end"] as const;

/** What a script on trial would have done. */
export interface TrialEvent {
  /** Counts up; to ask for what came after. */
  seq: number;
  /** ms since the epoch. */
  ts: number;
  kind: (typeof TRIAL_KINDS)[number];
  level?: LogLevel;
  /** Channel, name of the kept value, address, or id of the alarm. */
  what?: string;
  /** JSON of the value, or a text. */
  text: string;
}

export interface TrialLook {
  events: TrialEvent[];
  over: boolean;
  report: ScriptReport;
}
