/**
 * The compiled project: what the compiler emits, the hub loads and "Compiled project" downloads.
 * Plain JSON. Everything in it has been checked; the hub trusts its shape, not its wishes.
 */
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

/** What an alarm looks for in the values of its channel. */
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
  alarms?: CompiledAlarm[];
  alarmClasses?: CompiledAlarmClass[];
  /** Lua sources by file name. */
  scripts: Record<string, string>;
}
