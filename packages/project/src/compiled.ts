/**
 * The compiled project: what the compiler emits, the hub loads and "Compiled project" downloads.
 * Plain JSON. Everything in it has been checked; the hub trusts its shape, not its wishes.
 */
import type { PAGE_BLOCKS } from "@hubwart/contract/page-blocks";
import type { Calendar, Place, Plan } from "@hubwart/schedule";
import type { Medium, MeterUnit } from "./meter/media.ts";

export const VALUE_TYPES = ["bool", "int", "float", "string", "json"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** From the hub's point of view: `in` comes from outside, `out` goes outside. */
export const DIRECTIONS = ["in", "out", "inout"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface CompiledChannel {
  /** Full name `{type}.{pod}.{channel}`. */
  chan: string;
  /** Interface (connection, listener) of the pod it belongs to. */
  iface: string;
  type: ValueType;
  dir: Direction;
  label?: string;
  unit?: string;
  tags?: string[];
  /** Where it belongs in the plant, as a path: `Haus/EG/Büro 2`; absent: where its pod belongs. */
  area?: string;
  /** The equipment it belongs to, within its area. */
  equip?: string;
  /** What it measures or sets, in words of Project Haystack: `zone air temp sensor`. */
  point?: string;
  /** The newest value is kept over restarts. */
  retain?: true;
  /** Values are recorded by this rule. */
  record?: Recording;
  /** The pod type's own columns, read by its schema (`RowOf<channelColumns>`). */
  config: Record<string, string | number | boolean>;
}

/** Which changes of a channel are recorded. */
export interface Recording {
  /** A number that differs from the last recorded one by no more than this is not recorded. */
  deadBand?: number;
  /** At most one value per interval, ms; the newest when it is over. */
  interval?: number;
}

export interface CompiledIface {
  id: string;
  /** The pod type's own columns, read by its schema (`RowOf<ifaceColumns>`). */
  config: Record<string, string | number | boolean>;
}

export interface CompiledPod {
  /** `{type}.{name}`. */
  id: string;
  type: string;
  name: string;
  label?: string;
  /** Where its channels belong that do not say so themselves. */
  area?: string;
  equip?: string;
  /** Started by the hub (true) or elsewhere (false), unless an administrator chose otherwise. */
  internal: boolean;
  ifaces: CompiledIface[];
  /** The index of a channel in this list is its number in messages between hub and pod. */
  channels: CompiledChannel[];
}

export interface CompiledLink {
  /** Full channel names. */
  source: string;
  target: string;
  /** target = source × scale + offset, numbers only. */
  scale?: number;
  offset?: number;
  /** Booleans only. */
  invert?: boolean;
  /** Exact source value (as text) → target value; `*` is the rest. */
  map?: Record<string, string | number | boolean>;
  /** Passed on only when the value differs from the last one passed. */
  onChange?: boolean;
  /** Least time between two values passed on, ms; the newest value is sent when it is over. */
  minInterval?: number;
}

export interface CompiledConstant {
  chan: string;
  type: ValueType;
  value: unknown;
  /** The project's own value, where an administrator's stands in `value`. */
  given?: unknown;
  /** Least and greatest value; numbers only. */
  min?: number;
  max?: number;
  label?: string;
}

/** Types that a time programme may have. */
export const SCHEDULE_TYPES = ["bool", "int", "float", "string"] as const;
export type ScheduleType = (typeof SCHEDULE_TYPES)[number];

/** A time programme: a source whose value the hub takes from its plan. */
export interface CompiledSchedule extends Plan {
  /** Full name `sched.{group}.{name}`. */
  chan: string;
  type: ScheduleType;
  label?: string;
}

/** A reading that rises, what flows now, or what is averaged. */
export const METER_KINDS = ["counter", "power", "temperature"] as const;
export type MeterKind = (typeof METER_KINDS)[number];

export const TARGET_PERIODS = ["day", "month"] as const;
export type TargetPeriod = (typeof TARGET_PERIODS)[number];

/** Written down in the project, or the value that a constant, schedule or channel has at the time. */
export type MeterRate = number | { chan: string };

/** A meter, whose consumption the hub derives from its source. */
export interface CompiledMeter {
  id: string;
  label?: string;
  /** Full name of a channel. */
  source: string;
  medium: Medium;
  /** Of the consumption. */
  unit: MeterUnit;
  kind: MeterKind;
  /** Value of the source × factor = `unit`, or `unit` an hour; 1 if absent. */
  factor?: number;
  /** Id of the meter before this one. */
  parent?: string;
  area?: string;
  m2?: number;
  /** Euros for one `unit`. */
  cost?: MeterRate;
  /** kg for one `unit`. */
  co2?: MeterRate;
  /** In values of the source. */
  rollover?: number;
  resets?: true;
  /** `unit` an hour. */
  max?: number;
  /** `unit` in `targetFor`. */
  target?: number;
  targetFor?: TargetPeriod;
}

/**
 * What an alarm looks for in the values of its channel; `script`: scripts say when it comes and goes; `device`: what the device says of
 * itself, and the source is a pattern over its findings (`device.*`).
 */
export const ALARM_KINDS = [
  "above",
  "below",
  "outside",
  "true",
  "false",
  "equals",
  "rate",
  "stale",
  "bad",
  "deviation",
  "script",
  "device",
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** What has to be acknowledged: nothing, that it came, or that it came and that it went. */
export const ALARM_ACKS = ["none", "on", "both"] as const;
export type AlarmAck = (typeof ALARM_ACKS)[number];

/** Written down in the project, or the value that a channel or constant has at the time. */
export type AlarmTerm = number | string | boolean | { chan: string };

/** One channel watched for one thing; a row with a pattern makes one for each channel that it names. */
export interface CompiledAlarm {
  /** `{row}`, or `{row}/{channel}` of a row with a pattern. */
  id: string;
  /** Full name of a channel or constant. */
  source: string;
  /** As the row has it, where it names several: what makes one row of them again. */
  pattern?: string;
  kind: AlarmKind;
  /**
   * One for above, below, equals, rate (per minute) and stale (s); lower and upper for outside; reference and greatest distance for
   * deviation; none for the others.
   */
  limits?: AlarmTerm[];
  /** In the unit of the values. */
  hysteresis?: number;
  /** So long the condition must hold before the alarm comes, ms. */
  onDelay?: number;
  /** So long it must be over before the alarm goes, ms. */
  offDelay?: number;
  /** 1 is the most urgent. */
  priority: 1 | 2 | 3 | 4;
  /** Who is told, and when. */
  class?: string;
  /** Placeholders: {value}, {unit}, {limit}, {label}, {channel}. */
  text: string;
  /** What to do about it. */
  action?: string;
  ack: AlarmAck;
  /** Stays until somebody resets it, also when the condition is over. */
  latch?: true;
  /** Id of the alarm that explains this one: while that stands, this one is suppressed. */
  parent?: string;
  /** Channel or constant; while it is not true, the alarm is suppressed. */
  enable?: string;
  tags?: string[];
}

/** Whom to tell of an alarm. */
export interface CompiledAlarmStep {
  /** After the alarm came, ms. */
  after: number;
  /** Pods of e-mail and chat (`email.mail`), or channels of theirs, whose recipients are meant (`email.mail.technik`). */
  ways: string[];
  /** Roster, kept on the device, whose person on duty is told instead of the ways' own recipients. */
  roster?: string;
  /** Told again after this time, each time after twice as long, ms; absent: once. */
  repeat?: number;
  /** What ends the reminders, and keeps the step from being taken. */
  until: "ack" | "off";
}

export interface CompiledAlarmClass {
  id: string;
  /** By `after`. */
  steps: CompiledAlarmStep[];
}

export type PageBlock = (typeof PAGE_BLOCKS)[number];

/** A block of a page. */
export interface CompiledBlock {
  page: string;
  block: PageBlock;
  /**
   * A channel; of `trend` several, separated by a comma and a space; a pattern or area of `list`; an area or class of `alarms`; the full
   * name of a schedule; the file of a plan. Absent for `text`, and for `alarms` of everything.
   */
  source?: string;
  label?: string;
  /** First column (1 to 12) and row (from 1) of the grid; on a plan per cent from the left and from the top. Absent: found by itself. */
  x?: number;
  y?: number;
  /** Columns and rows that it takes; absent: by its kind. */
  w?: number;
  h?: number;
  /** File of the plan that it stands on. */
  on?: string;
  /** Channel of the actual value beside a set point or switch. */
  actual?: string;
  decimals?: number;
  min?: number;
  max?: number;
  step?: number;
  /** What a switch may be set to, and how that is called. */
  choices?: [value: string | number | boolean, label: string][];
  /** A write is asked about first. */
  confirm?: true;
}

export interface CompiledProject {
  format: 1;
  /** From the `project` table. */
  id: string;
  name: string;
  description?: string;
  pods: CompiledPod[];
  links: CompiledLink[];
  constants: CompiledConstant[];
  /** Absent where there are none, so that a project without keeps its hash. */
  schedules?: CompiledSchedule[];
  calendars?: Calendar[];
  /** Absent where there are none, so that a project without keeps its hash. */
  meters?: CompiledMeter[];
  /** Where the sun rises and sets. */
  place?: Place;
  /** Absent where there are none, so that a project without keeps its hash. */
  alarms?: CompiledAlarm[];
  alarmClasses?: CompiledAlarmClass[];
  /** Blocks of pages; absent where there are none. */
  pages?: CompiledBlock[];
  /** Lua sources by file name. */
  scripts: Record<string, string>;
}
