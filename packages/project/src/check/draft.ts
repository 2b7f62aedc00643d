/** The project while it is being put together: compiled records with the places they came from. */
import type { CompiledConstant, CompiledMeter, CompiledSchedule } from "../compiled.ts";
import type { PodSchema, PodTypes } from "../pod-schema.ts";
import type { Place, Report } from "../report.ts";
import { DraftChannels } from "./draft-channels.ts";
import type { DraftPod } from "./draft-parts.ts";
import type { RowMemo, Standing } from "./row-memo.ts";

export interface Draft {
  report: Report;
  /** Of the types that the tables need. */
  schemas: ReadonlyMap<string, PodSchema>;
  /** Names of all types of pods. */
  types: ReadonlySet<string>;
  /** Those of them whose pods tell people. */
  telling: readonly string[];
  /** By pod id. */
  pods: Map<string, DraftPod>;
  channels: DraftChannels;
  /** Names of channels that are others than in the compilation before, or were there only in one of the two; undefined: all may be. */
  changed?: ReadonlySet<string>;
  /** By full name. */
  constants: Map<string, { constant: CompiledConstant; place: Place }>;
  schedules: Map<string, { schedule: CompiledSchedule; place: Place }>;
  /** By id. */
  meters: Map<string, { meter: CompiledMeter; place: Place }>;
  /** By `source target`. */
  linkPlaces: Map<string, Place>;
  /** Of alarms and classes, by `placeKey`. */
  alarmPlaces: Map<string, Place>;
  /** Of calendars, by `placeKey`. */
  calendarPlaces: Map<string, Place>;
  /** Of blocks of pages, by `placeKey`. */
  pagePlaces: Map<string, Place>;
  /** Names that were meant but whose rows have errors; references to them are no errors of their own. */
  brokenNames: Set<string>;
  /** Of earlier compilations. What it holds is not to be changed. */
  memo?: RowMemo;
  /** Of the compilation before; undefined where all rows are to be checked. */
  before?: Standing | undefined;
}

/** Before the first table was read. */
export const emptyDraft = (report: Report, { schemas, telling, types }: PodTypes): Draft => ({
  report,
  schemas: new Map(schemas.map((schema) => [schema.type, schema])),
  types: new Set(types),
  telling,
  pods: new Map(),
  channels: new DraftChannels(),
  constants: new Map(),
  schedules: new Map(),
  meters: new Map(),
  linkPlaces: new Map(),
  alarmPlaces: new Map(),
  calendarPlaces: new Map(),
  pagePlaces: new Map(),
  brokenNames: new Set(),
});
