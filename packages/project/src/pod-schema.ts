import type { Columns } from "./columns.ts";
import {
  type CompiledChannel,
  type CompiledPod,
  DIRECTIONS,
  type Direction,
  VALUE_TYPES,
  type ValueType,
} from "./compiled.ts";

/** A rule across cells that a column alone cannot say; reported like any other compile error. */
export interface PodProblem {
  /** Interface or channel the problem is in (`main`, `mqtt.plant.temp`). */
  where: string;
  /** Column. */
  attribute: string;
  /** German. */
  text: string;
  /** German; what to do about it. */
  hint: string;
}

/** What a pod type looks like in a project. Pure data, free of the pod's implementation. */
export interface PodSchema<I extends Columns = Columns, C extends Columns = Columns> {
  /** First part of pod ids and channel names, name of the channel table, e.g. `modb_client`. */
  type: string;
  /** German name, e.g. `ModBus-Client`. */
  label: string;
  /** English sentence for the documentation. */
  doc: string;
  /** Connection parameters: columns of the `pods` table that this type reads. */
  ifaceColumns: I;
  /** Columns of the type's own channel table, beside the common ones. */
  channelColumns: C;
  /** Cells of the template's examples, where a default or the lowest number is none that works. */
  example?: { iface?: Record<string, string>; channel?: Record<string, string> };
  directions: readonly Direction[];
  defaultDirection: Direction;
  valueTypes: readonly ValueType[];
  defaultValueType: ValueType;
  /** The type of a channel whose row names none, where it follows from the other columns. */
  valueTypeOf?: (config: CompiledChannel["config"]) => ValueType | undefined;
  /** Most interfaces a pod of this type may have. */
  maxIfaces: number;
  /** Its pods tell people: classes of alarms may name them and their channels. */
  tells?: true;
  /** Where an interface listens, so that no two of a project take the same place; port 0 takes none. */
  listens?: (config: CompiledChannel["config"]) => { bind: string; port: number } | undefined;
  /** What of this device an interface needs for itself alone, e.g. a serial port. */
  claims?: (config: CompiledChannel["config"]) => string | undefined;
  /** Rules across rows, and those of interfaces; sees the pod as compiled. */
  check?: (pod: CompiledPod) => PodProblem[];
  /** Rules across the cells of one channel, whatever else there is: whoever edits has them applied only to the row that he changed. */
  checkChannel?: (channel: CompiledChannel) => PodProblem[];
  /** Those that take code which few projects need: it is loaded for them. Undefined, without waiting, where none of it is needed. */
  checkLater?: (pod: CompiledPod) => Promise<PodProblem[]> | undefined;
}

/** The types of pods there are, as far as they are known. */
export interface PodTypes {
  /** Names of all, those that have a schema here and others, in the order of the template. */
  types: readonly string[];
  /** Those of them whose pods tell people. */
  telling: readonly string[];
  /** In the order of the types. */
  schemas: readonly PodSchema[];
}

/** Of a type whose channels go each way with values of every type: what those are that name neither. */
export function everyWay(defaultDirection: Direction, defaultValueType: ValueType) {
  return { directions: DIRECTIONS, defaultDirection, valueTypes: VALUE_TYPES, defaultValueType };
}
