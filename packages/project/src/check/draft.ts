/** The project while it is being put together: compiled records with the places they came from. */
import type { CompiledChannel, CompiledConstant, CompiledIface, CompiledPod } from "../compiled.ts";
import type { PodSchema } from "../pod-schema.ts";
import type { Place, Report } from "../report.ts";

export interface DraftIface {
  iface: CompiledIface;
  place: Place;
  /** Its row was in order. */
  sound: boolean;
}

export interface DraftPod {
  pod: CompiledPod;
  schema: PodSchema;
  /** Of its first row. */
  place: Place;
  ifaces: Map<string, DraftIface>;
  /** All its rows were in order. */
  sound: boolean;
}

export interface DraftChannel {
  channel: CompiledChannel;
  place: Place;
}

export interface Draft {
  report: Report;
  schemas: ReadonlyMap<string, PodSchema>;
  /** By pod id. */
  pods: Map<string, DraftPod>;
  /** By full name. */
  channels: Map<string, DraftChannel>;
  constants: Map<string, { constant: CompiledConstant; place: Place }>;
  /** By `source target`. */
  linkPlaces: Map<string, Place>;
  /** Of alarms and classes, by `placeKey`. */
  alarmPlaces: Map<string, Place>;
  /** Names that were meant but whose rows have errors; references to them are no errors of their own. */
  brokenNames: Set<string>;
}
