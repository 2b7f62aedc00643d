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

export interface CompiledProject {
  format: 1;
  /** From the `project` table. */
  id: string;
  name: string;
  description?: string;
  pods: CompiledPod[];
  links: CompiledLink[];
  constants: CompiledConstant[];
  /** Lua sources by file name. */
  scripts: Record<string, string>;
}
