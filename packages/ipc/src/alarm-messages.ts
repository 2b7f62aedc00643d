/**
 * Alarms as the hub tells them. States after ISA-18.2 and IEC 62682; docs/states/alarm.md has their transitions.
 */

/** `latched…`: the condition is over, and the alarm stays until somebody resets it. */
export const ALARM_STATES = ["unacked", "acked", "returned", "latchedUnacked", "latchedAcked"] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** An alarm that stands. */
export interface StandingAlarm {
  /** Of this occurrence; never given twice on one device. */
  nr: number;
  /** `{row}`, or `{row}/{channel}` of a row with a pattern. */
  id: string;
  source: string;
  kind: string;
  priority: 1 | 2 | 3 | 4;
  class?: string;
  /** With its placeholders filled when it came. */
  text: string;
  /** What to do. */
  action?: string;
  state: AlarmState;
  /** When it came, ms since the epoch; the condition was over at `cleared`. */
  since: number;
  cleared?: number;
  /** Of the channel, when it came. */
  value: unknown;
  label?: string;
  unit?: string;
  tags?: string[];
  acked?: { at: number; by: string };
  comment?: { at: number; by: string; text: string };
  /** Nobody is told until then. */
  shelved?: Shelving;
  /** Why it is not counted: the alarm that explains it, or its `enable`. */
  suppressed?: { by: "parent"; parent: string } | { by: "enable"; chan: string };
  /** Number of the maintenance that it falls under: recorded, and nobody is told. */
  maintenance?: number;
  /** How many messages told of it, and when the last did. */
  told?: { count: number; at: number };
}

export interface Shelving {
  by: string;
  why: string;
  /** ms since the epoch */
  until: number;
}

/** Alarms that stand and that are neither suppressed, shelved nor under maintenance. */
export interface AlarmCounts {
  /** By priority, 1 first. */
  priorities: [number, number, number, number];
  unacked: number;
  shelved: number;
  suppressed: number;
  maintenance: number;
}

/** A part of the plant somebody works at. */
export interface Maintenance {
  nr: number;
  /** A pod (`modb_client.zaehler`), or a tag (`#keller`). */
  scope: string;
  by: string;
  why: string;
  since: number;
  until: number;
}

export interface AlarmLook {
  /** Whether the project has alarms, and how many; `undefined` engine: it is away, and what follows is the last that was known. */
  alarms: number;
  trouble?: string;
  counts: AlarmCounts;
  /** Worst first; at most `limit`. */
  standing: StandingAlarm[];
  total: number;
  maintenance: Maintenance[];
  classes: { id: string; ways: string[] }[];
}

export const ALARM_EVENTS = [
  "raised",
  "cleared",
  "acked",
  "reset",
  "shelved",
  "unshelved",
  "suppressed",
  "unsuppressed",
  "commented",
  "told",
  "untold",
  "closed",
  "maintenance",
  "maintenanceOver",
] as const;
export type AlarmEventKind = (typeof ALARM_EVENTS)[number];

/** A line of the journal. */
export interface AlarmEvent {
  /** Ascending. */
  seq: number;
  at: number;
  what: AlarmEventKind;
  /** Of the alarm; 0 for what is about no single one. */
  nr: number;
  id: string;
  source: string;
  priority: 1 | 2 | 3 | 4;
  text: string;
  value?: unknown;
  /** Who did it, and what he said; of `told` whom, of `closed` why. */
  by?: string;
  why?: string;
}

export interface AlarmHistoryQuestion {
  from: number;
  to: number;
  /** Part of id, source or text, whatever its case. */
  text?: string;
  what?: AlarmEventKind[];
  priority?: number[];
  offset: number;
  limit: number;
}

/** Figures after ISA-18.2 and EEMUA 191 over a time. */
export interface AlarmFigures {
  from: number;
  to: number;
  raised: number;
  /** Per ten minutes: on average, and at most. */
  rate: number;
  peak: { at: number; count: number };
  /** Ten-minute spans with more than ten alarms. */
  floods: number;
  /** Most often raised first, at most ten. */
  worst: { id: string; text: string; count: number; share: number }[];
  /** Raised at least three times within a minute. */
  chattering: { id: string; text: string; count: number }[];
  /** Standing for more than a day. */
  stale: number;
  /** By priority, 1 first. */
  priorities: [number, number, number, number];
  /** From coming to acknowledgement, ms; of those that were. */
  ackTime?: { median: number; p90: number };
}

/** Who acts, as the journal names him. */
export interface AlarmAct {
  what: "ack" | "reset" | "unshelve";
  /** Numbers of alarms, or all that stand. */
  nrs: number[] | "all";
  by: string;
}

export interface AlarmShelve {
  nrs: number[];
  by: string;
  why: string;
  /** ms since the epoch, at most 24 h ahead. */
  until: number;
}

/** Requests about alarms: name → [parameters, answer]. */
export interface AlarmRequests {
  alarms: [{ limit: number }, AlarmLook];
  alarmHistory: [AlarmHistoryQuestion, { events: AlarmEvent[]; total: number }];
  alarmFigures: [{ from: number; to: number }, AlarmFigures];
  /** `done`: numbers of those that it was right for; others are as they were. */
  alarmAct: [AlarmAct, { done: number[] }];
  alarmShelve: [AlarmShelve, { done: number[] }];
  alarmComment: [{ nr: number; by: string; text: string }, Record<string, never>];
  alarmMaintain: [{ scope: string; by: string; why: string; until: number }, { maintenance: Maintenance }];
  alarmMaintainEnd: [{ nr: number; by: string }, Record<string, never>];
  /** Tells the ways of a class, each by itself, that this is a test. */
  alarmTest: [{ class: string }, { results: { way: string; ok: boolean; text: string }[] }];
}
