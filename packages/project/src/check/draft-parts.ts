/** Pods and channels while a project is put together. */
import type { CompiledChannel, CompiledIface, CompiledPod } from "../compiled.ts";
import type { PodSchema } from "../pod-schema.ts";
import type { Place } from "../report.ts";

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
