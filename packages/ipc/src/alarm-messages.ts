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
  /** Where its channel belongs in the plant, as a path. */
  area?: string;
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
  /** Its time was over then, and nobody has said that the work is: it hushes nothing any more. ms since the epoch */
  ranOut?: number;
}

/** An alarm that is shelved and does not stand: it will not be told when it comes. */
export interface RestingAlarm extends Pick<StandingAlarm, "id" | "source" | "priority" | "label" | "area"> {
  /** As the project has it: nothing is filled in before it comes. */
  text: string;
  shelved: Shelving;
}

/** Of what is shelved and does not stand. */
export const ALARMS_RESTING_MAX = 1_000;
/** So many alarms are told at once at most. */
export const ALARMS_TOLD_MAX = 50_000;

export interface AlarmLook {
  /** Whether the project has alarms, and how many; `undefined` engine: it is away, and what follows is the last that was known. */
  alarms: number;
  trouble?: string;
  /** The journal was damaged within the last days, and what that means; German. */
  damaged?: string;
  counts: AlarmCounts;
  /** Worst first; at most `limit`. */
  standing: StandingAlarm[];
  total: number;
  /** Shelved, and not standing; absent: none. */
  resting?: RestingAlarm[];
  maintenance: Maintenance[];
  classes: { id: string; ways: string[]; rosters: string[] }[];
  /** The project has alarms for what the device finds wrong with itself. */
  ofDevice: boolean;
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
  text?: string | undefined;
  what?: AlarmEventKind[] | undefined;
  priority?: number[] | undefined;
  /** Lines behind this `seq` only. */
  after?: number | undefined;
  offset: number;
  limit: number;
}

/** What became of alarms after a line of the journal, for whoever follows them. */
export interface AlarmNews {
  /** Number of the newest line; smaller than before where the journal was begun anew. */
  last: number;
  /** Oldest first. */
  events: AlarmEvent[];
  /** Those that the events are about, as they are now; `gone`: ids of those that no longer stand. */
  alarms: StandingAlarm[];
  gone: string[];
  /** What is so is not in the journal: the disk takes nothing. */
  unwritten: boolean;
}

/** Counted since the process of the alarms began. By priority, 1 first. */
export interface AlarmTally {
  /** That the project has. */
  alarms: number;
  counts: AlarmCounts;
  /** Those that count, by state and priority. */
  standing: { state: AlarmState; priority: 1 | 2 | 3 | 4; count: number }[];
  /** Without those that were suppressed. */
  raised: [number, number, number, number];
  /** Acknowledged, and ms from coming to acknowledgement of all of them together. */
  acked: [number, number, number, number];
  ackTime: [number, number, number, number];
  /** `told`: messages that the pod of a way took; `failed`: tries that it refused; `givenUp`: alarms that nobody is told of on it. */
  messages: { way: string; told: number; failed: number; givenUp: number }[];
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
  /** Of `unshelve`: alarms that do not stand, which have no number. */
  ids?: string[] | undefined;
}

export interface AlarmShelve {
  nrs: number[];
  by: string;
  why: string;
  /** ms since the epoch, at most 24 h ahead. */
  until: number;
}

/** As a link shows it. */
export interface LinkedAlarm {
  nr: number;
  priority: 1 | 2 | 3 | 4;
  text: string;
  source: string;
  since: number;
  /** What to do. */
  action?: string;
  state: AlarmState;
}

export interface AlarmLink {
  /** Those of the message that still stand. */
  alarms: LinkedAlarm[];
  /** How many it was made for. */
  count: number;
  /** When somebody used it, ms since the epoch; absent: nobody did. */
  used?: number;
}

/** Requests about alarms: name → [parameters, answer]. */
export interface AlarmRequests {
  /** `nrs`: only these stand in the answer. */
  alarms: [{ limit: number; nrs?: number[] | undefined }, AlarmLook];
  /** `limit` 0: only the number of the newest line. */
  alarmNews: [{ after: number; limit: number }, AlarmNews];
  alarmHistory: [AlarmHistoryQuestion, { events: AlarmEvent[]; total: number }];
  alarmTally: [Record<string, never>, AlarmTally];
  /** `within`: patterns; of alarms whose source fits one, and of no other. */
  alarmFigures: [{ from: number; to: number; within?: string[] | undefined }, AlarmFigures];
  /** `done`: numbers of those that it was right for; others are as they were. */
  alarmAct: [AlarmAct, { done: number[] }];
  alarmShelve: [AlarmShelve, { done: number[] }];
  alarmComment: [{ nr: number; by: string; text: string }, Record<string, never>];
  alarmMaintain: [{ scope: string; by: string; why: string; until: number }, { maintenance: Maintenance }];
  alarmMaintainEnd: [{ nr: number; by: string }, Record<string, never>];
  /** All that the device finds wrong with itself now. */
  alarmFindings: [{ findings: { code: string; text: string }[] }, Record<string, never>];
  /** What a link in a message is for. */
  alarmLink: [{ token: string }, AlarmLink];
  /** Acknowledges what it is for; from then on it is used. */
  alarmLinkAck: [{ token: string; address: string }, { done: number[]; by: string; alarms: LinkedAlarm[] }];
  /** Somebody who may answers in the chat of a pod: numbers, or all that stand. */
  alarmChatAck: [{ nrs: number[] | "all"; pod: string; from: string }, { done: LinkedAlarm[]; by: string }];
  /** The file of people and rosters is another. */
  alarmSettings: [Record<string, never>, Record<string, never>];
  /** Tells the ways of a class, each by itself, that this is a test. */
  alarmTest: [{ class: string }, { results: { way: string; ok: boolean; text: string }[] }];
}

/** What a script says of an alarm of the kind `script`. */
export interface ScriptAlarmCall {
  /** Name of its file. */
  script: string;
  /** Id of the alarm. */
  alarm: string;
  on: boolean;
  /** In place of the row's. */
  text?: string | undefined;
}

/** What a script may know of an alarm. */
export interface ScriptAlarm {
  known: boolean;
  /** Where there is none: the one that was most likely meant. */
  meant?: string | undefined;
  /** It is of the kind `script`. */
  byScript: boolean;
  state: AlarmState | "normal";
}

/** What the process of the scripts asks that of the alarms, through the hub. */
export interface AlarmsOfScripts {
  alarmLook: [{ alarm: string }, ScriptAlarm];
  /** In order. `why`: German; the others are taken over. */
  alarmSet: [{ calls: ScriptAlarmCall[] }, { refused: { alarm: string; script: string; why: string }[] }];
}
