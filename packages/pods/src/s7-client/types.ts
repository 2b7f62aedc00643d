/**
 * The data types of S7 CPUs: how many bytes each takes, and its value from and to these bytes.
 *
 * Numbers are big endian. Durations are milliseconds. Dates and times of day are text without a zone,
 * because a CPU says none: `2026-11-21`, `12:30:00.250`, `2026-11-21T12:30:00.250`.
 */
import type { Codec } from "./codec.ts";
import { counter, integer, long, real } from "./codec-numbers.ts";
import { character, string } from "./codec-texts.ts";
import { date, dateAndTime, dtl, ldt, ltime, s5time, timeOfDay } from "./codec-times.ts";

export const DATA_TYPES = [
  "BOOL",
  "BYTE",
  "USINT",
  "SINT",
  "CHAR",
  "WCHAR",
  "WORD",
  "UINT",
  "INT",
  "DWORD",
  "UDINT",
  "DINT",
  "LWORD",
  "ULINT",
  "LINT",
  "REAL",
  "LREAL",
  "STRING",
  "WSTRING",
  "S5TIME",
  "TIME",
  "LTIME",
  "DATE",
  "TOD",
  "LTOD",
  "DT",
  "LDT",
  "DTL",
  "TIMER",
  "COUNTER",
] as const;
export type DataType = (typeof DATA_TYPES)[number];

export const CODECS: Record<DataType, Codec> = {
  BOOL: {
    nature: "bool",
    size: 1,
    decode: (bytes) => (bytes[0] ?? 0) !== 0,
    encode: (value) => Buffer.from([value === true || value === 1 ? 1 : 0]),
  },
  BYTE: integer(1, false),
  USINT: integer(1, false),
  SINT: integer(1, true),
  CHAR: character(false),
  WCHAR: character(true),
  WORD: integer(2, false),
  UINT: integer(2, false),
  INT: integer(2, true),
  DWORD: integer(4, false),
  UDINT: integer(4, false),
  DINT: integer(4, true),
  LWORD: long(false),
  ULINT: long(false),
  LINT: long(true),
  REAL: real(4),
  LREAL: real(8),
  STRING: string(false),
  WSTRING: string(true),
  S5TIME: s5time,
  TIME: { ...integer(4, true), nature: "duration" },
  LTIME: ltime,
  DATE: date,
  TOD: timeOfDay(4),
  LTOD: timeOfDay(8),
  DT: dateAndTime,
  LDT: ldt,
  DTL: dtl,
  TIMER: s5time,
  COUNTER: counter,
};

/** Bytes of one value; `length` are the characters of STRING and WSTRING. */
export function sizeOf(data: DataType, length: number): number {
  if (data === "STRING") return 2 + length;
  if (data === "WSTRING") return 4 + 2 * length;
  return CODECS[data].size;
}

/** Bytes from one element of an array to the next: text of 8 bits begins at even addresses. */
export function strideOf(data: DataType, length: number): number {
  const size = sizeOf(data, length);
  return data === "STRING" ? size + (size % 2) : size;
}
