/** What an M-Bus pod can be asked: to read, to try a connection, and to look for meters. */
import { CHECK, type PodMethods, READ } from "@hubwart/runtime/methods";
import * as z from "zod/mini";

const iface = z.string().check(z.maxLength(200));
const short = z.string().check(z.maxLength(200));
const long = z.string().check(z.maxLength(1_000));
/** As rows name it: cells of the columns `meter`, `manufacturer`, `version` and `medium`. */
const meterCells = {
  meter: z.string().check(z.regex(/^(?:\d{1,3}|[0-9Ff]{8})$/)),
  manufacturer: z.optional(z.string().check(z.regex(/^[A-Za-z]{3}$/))),
  version: z.optional(z.int().check(z.minimum(0), z.maximum(254))),
  medium: z.optional(short),
};

const found = z.object({
  ...meterCells,
  /** Of the answer; absent where there was none that could be read. */
  id: z.optional(short),
  maker: z.optional(short),
  /** German. */
  mediumText: z.optional(short),
  /** Primary address from which it answered. */
  address: z.optional(z.int()),
  records: z.int(),
  /** What its status says, German; empty: all is well. */
  status: long,
  /** German; why it cannot be read. */
  problem: z.optional(long),
});
export type FoundMeterRow = z.output<typeof found>;

export const MOST_METERS_FOUND = 500;
const searchState = z.object({
  running: z.boolean(),
  way: z.optional(z.enum(["primary", "secondary"])),
  /** 0 to 1. */
  progress: z.number(),
  /** Address or mask that is tried next. */
  next: short,
  asked: z.int(),
  found: z.array(found).check(z.maxLength(MOST_METERS_FOUND)),
});
export type MeterSearchState = z.output<typeof searchState>;

const cell = z.union([z.string().check(z.maxLength(500)), z.number()]);
const record = z.object({
  /** From 1. */
  number: z.int(),
  /** German. */
  label: long,
  /** As it is shown, in the unit that a row without `value_unit` gets. */
  value: long,
  unit: short,
  /** Cells of a row that reads it; absent where no row can. */
  cells: z.optional(z.record(z.string().check(z.maxLength(40)), cell)),
  /** Hexadecimal. */
  raw: long,
});
export type MeterRecordRow = z.output<typeof record>;

export const MOST_RECORDS = 1_000;
const recordsResult = z.object({
  meter: found,
  records: z.array(record).check(z.maxLength(MOST_RECORDS)),
});
export type MeterRecords = z.output<typeof recordsResult>;

/** At 300 bit/s an answer takes ten seconds, and a meter may have several. */
const READ_MS = 60_000;

export const mbusMethods = {
  ...CHECK,
  read: { ...READ.read, ms: READ_MS },
  meterSearch: {
    params: z.object({ iface, way: z.enum(["primary", "secondary"]) }),
    result: searchState,
    ms: 5_000,
  },
  meterSearchStop: { params: z.object({ iface }), result: searchState, ms: 5_000 },
  meters: { params: z.object({ iface }), result: searchState, ms: 5_000 },
  meterRecords: { params: z.object({ iface, ...meterCells }), result: recordsResult, ms: READ_MS },
} as const satisfies PodMethods;
