/**
 * The data types of S7 CPUs: how many bytes each takes, and its value from and to these bytes.
 *
 * Numbers are big endian. Durations are milliseconds. Dates and times of day are text without a zone,
 * because a CPU says none: `2026-11-21`, `12:30:00.250`, `2026-11-21T12:30:00.250`.
 */
import {
  bcd,
  dateOfDays,
  dateTimeText,
  daysOfDate,
  fromBcd,
  parseDateTime,
  parseTime,
  timeText,
  weekday,
} from "./time.ts";

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

export type Raw = boolean | number | bigint | string;
/** What a type's values are for a channel. */
export type Nature = "bool" | "integer" | "long" | "real" | "duration" | "text";

/** Thrown for bytes that are no value of the type, and for values that do not fit. German. */
export class S7ValueError extends Error {}

interface Codec {
  nature: Nature;
  /** Bytes; of STRING and WSTRING those of the length fields. */
  size: number;
  decode(bytes: Buffer): Raw;
  /** Throws S7ValueError. */
  encode(value: Raw): Buffer;
}

const MS = 1_000_000n;

function integer(size: 1 | 2 | 4, signed: boolean): Codec {
  const low = signed ? -(2 ** (size * 8 - 1)) : 0;
  const high = signed ? -low - 1 : 2 ** (size * 8) - 1;
  return {
    nature: "integer",
    size,
    decode: (bytes) => (signed ? bytes.readIntBE(0, size) : bytes.readUIntBE(0, size)),
    encode(value) {
      const whole = wholeNumber(value);
      if (whole < low || whole > high) throw range(value, low, high);
      const bytes = Buffer.alloc(size);
      if (signed) bytes.writeIntBE(whole, 0, size);
      else bytes.writeUIntBE(whole, 0, size);
      return bytes;
    },
  };
}

function long(signed: boolean): Codec {
  const low = signed ? -(2n ** 63n) : 0n;
  const high = signed ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return {
    nature: "long",
    size: 8,
    decode: (bytes) => (signed ? bytes.readBigInt64BE() : bytes.readBigUInt64BE()),
    encode(value) {
      const whole = typeof value === "bigint" ? value : BigInt(wholeNumber(value));
      if (whole < low || whole > high) throw range(value, low, high);
      const bytes = Buffer.alloc(8);
      if (signed) bytes.writeBigInt64BE(whole);
      else bytes.writeBigUInt64BE(whole);
      return bytes;
    },
  };
}

function real(size: 4 | 8): Codec {
  return {
    nature: "real",
    size,
    decode: (bytes) => (size === 4 ? shortFloat(bytes.readFloatBE()) : bytes.readDoubleBE()),
    encode(value) {
      const bytes = Buffer.alloc(size);
      const number = Number(value);
      if (!Number.isFinite(size === 4 ? Math.fround(number) : number)) {
        throw new S7ValueError(`${shown(value)} ist zu groß für ${size === 4 ? "REAL" : "LREAL"}`);
      }
      if (size === 4) bytes.writeFloatBE(number);
      else bytes.writeDoubleBE(number);
      return bytes;
    },
  };
}

/** 0.1 in 32 bits reads 0.1, not 0.10000000149011612: seven digits are all that these bits hold. */
function shortFloat(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 6; digits < 10; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const s5time: Codec = {
  nature: "duration",
  size: 2,
  decode(bytes) {
    const word = bytes.readUInt16BE();
    const count = fromBcd(word & 0x0fff, 3);
    if (count === undefined) throw new S7ValueError("dort steht keine gültige Zeit (S5TIME)");
    return count * 10 ** (1 + ((word >> 12) & 3));
  },
  encode(value) {
    const ms = wholeNumber(value);
    if (ms < 0 || ms > 9_990_000) throw range(value, 0, 9_990_000);
    let base = 0;
    while (ms > 999 * 10 ** (base + 1)) base += 1;
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE((base << 12) | bcd(Math.min(999, Math.round(ms / 10 ** (base + 1))), 3));
    return bytes;
  },
};

const counter: Codec = {
  nature: "integer",
  size: 2,
  decode(bytes) {
    const count = fromBcd(bytes.readUInt16BE() & 0x0fff, 3);
    if (count === undefined) throw new S7ValueError("dort steht kein gültiger Zählerstand");
    return count;
  },
  encode(value) {
    const whole = wholeNumber(value);
    if (whole < 0 || whole > 999) throw range(value, 0, 999);
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(bcd(whole, 3));
    return bytes;
  },
};

const ltime: Codec = {
  nature: "duration",
  size: 8,
  decode: (bytes) => Number(bytes.readBigInt64BE()) / 1e6,
  encode(value) {
    const ns = BigInt(Math.round(Number(value) * 1e6));
    if (ns < -(2n ** 63n) || ns >= 2n ** 63n) throw new S7ValueError(`${shown(value)} ist zu groß für LTIME`);
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(ns);
    return bytes;
  },
};

const date: Codec = {
  nature: "text",
  size: 2,
  decode: (bytes) => dateOfDays(bytes.readUInt16BE()),
  encode(value) {
    const days = daysOfDate(String(value));
    if (days === undefined) throw form(value, "ein Datum wie 2026-11-21, von 1990 bis 2168");
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(days);
    return bytes;
  },
};

function timeOfDay(size: 4 | 8): Codec {
  return {
    nature: "text",
    size,
    decode(bytes) {
      const ns = size === 4 ? BigInt(bytes.readUInt32BE()) * MS : bytes.readBigUInt64BE();
      const text = timeText(ns);
      if (text === undefined) throw new S7ValueError("dort steht keine gültige Uhrzeit");
      return text;
    },
    encode(value) {
      const ns = parseTime(String(value));
      if (ns === undefined) throw form(value, "eine Uhrzeit wie 12:30:00");
      const bytes = Buffer.alloc(size);
      if (size === 4) bytes.writeUInt32BE(Number(ns / MS));
      else bytes.writeBigUInt64BE(ns);
      return bytes;
    },
  };
}

const STAMP = "Datum und Uhrzeit wie 2026-11-21T12:30:00";

/** Eight bytes BCD: year, month, day, hour, minute, second, ms in three digits, weekday. */
const dateAndTime: Codec = {
  nature: "text",
  size: 8,
  decode(bytes) {
    const parts = [...bytes.subarray(0, 7)].map((byte) => fromBcd(byte, 2));
    const last = fromBcd((bytes[7] ?? 0) >> 4, 1);
    const [year, month, day, hour, minute, second, hundredths] = parts;
    const ms = hundredths === undefined || last === undefined ? undefined : hundredths * 10 + last;
    const text =
      year === undefined || ms === undefined
        ? undefined
        : dateTimeText({
            year: year + (year < 90 ? 2000 : 1900),
            month,
            day,
            hour,
            minute,
            second,
            ns: ms * 1e6,
          });
    if (text === undefined)
      throw new S7ValueError("dort stehen kein gültiges Datum und keine gültige Uhrzeit");
    return text;
  },
  encode(value) {
    const found = parseDateTime(String(value));
    if (!found || found.year < 1990 || found.year > 2089) throw form(value, `${STAMP}, von 1990 bis 2089`);
    const ms = Math.floor(found.ns / 1e6);
    const { year, month, day, hour, minute, second } = found;
    const fields = [year % 100, month, day, hour, minute, second, Math.floor(ms / 10)];
    return Buffer.from([...fields.map((field) => bcd(field, 2)), ((ms % 10) << 4) | weekday(found)]);
  },
};

const ldt: Codec = {
  nature: "text",
  size: 8,
  decode(bytes) {
    const ns = bytes.readBigInt64BE();
    const ms = Number(ns / MS);
    const at = new Date(ms);
    if (ns < 0n) throw new S7ValueError("dort stehen kein gültiges Datum und keine gültige Uhrzeit");
    const text = dateTimeText({
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      ns: Number(ns % 1_000_000_000n),
    });
    if (text === undefined)
      throw new S7ValueError("dort stehen kein gültiges Datum und keine gültige Uhrzeit");
    return text;
  },
  encode(value) {
    const found = parseDateTime(String(value));
    if (!found || found.year < 1970 || found.year > 2262) throw form(value, `${STAMP}, von 1970 bis 2262`);
    const { year, month, day, hour, minute, second, ns } = found;
    const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
    const total = BigInt(seconds) * 1_000_000_000n + BigInt(ns);
    if (total >= 2n ** 63n) throw form(value, `${STAMP}, von 1970 bis 2262`);
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(total);
    return bytes;
  },
};

const dtl: Codec = {
  nature: "text",
  size: 12,
  decode(bytes) {
    const text = dateTimeText({
      year: bytes.readUInt16BE(0),
      month: bytes[2],
      day: bytes[3],
      hour: bytes[5],
      minute: bytes[6],
      second: bytes[7],
      ns: bytes.readUInt32BE(8),
    });
    if (text === undefined)
      throw new S7ValueError("dort stehen kein gültiges Datum und keine gültige Uhrzeit");
    return text;
  },
  encode(value) {
    const found = parseDateTime(String(value));
    if (!found || found.year < 1970 || found.year > 2262) throw form(value, `${STAMP}, von 1970 bis 2262`);
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(found.year, 0);
    bytes.set([found.month, found.day, weekday(found), found.hour, found.minute, found.second], 2);
    bytes.writeUInt32BE(found.ns, 8);
    return bytes;
  },
};

function character(wide: boolean): Codec {
  return {
    nature: "text",
    size: wide ? 2 : 1,
    decode: (bytes) => (wide ? String.fromCharCode(bytes.readUInt16BE()) : bytes.toString("latin1")),
    encode(value) {
      const text = String(value);
      if (text.length !== 1) throw form(value, "genau ein Zeichen");
      return wide ? wideText(text) : narrowText(text);
    },
  };
}

/** Two length fields of 8 bits before 8-bit characters, of 16 bits before 16-bit ones. */
function string(wide: boolean): Codec {
  const unit = wide ? 2 : 1;
  return {
    nature: "text",
    size: 2 * unit,
    decode(bytes) {
      const length = wide ? bytes.readUInt16BE(2) : (bytes[1] ?? 0);
      const content = bytes.subarray(2 * unit, 2 * unit + length * unit);
      if (content.length < length * unit) {
        throw new S7ValueError(`der Text ist mit ${length} Zeichen länger als projektiert`);
      }
      return wide ? Buffer.from(content).swap16().toString("utf16le") : content.toString("latin1");
    },
    // Without the maximum length, which is the program's and stays as it is.
    encode(value) {
      const text = String(value);
      const content = wide ? wideText(text) : narrowText(text);
      const length = Buffer.alloc(unit);
      length.writeUIntBE(text.length, 0, unit);
      return Buffer.concat([length, content]);
    },
  };
}

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

function wideText(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

function narrowText(text: string): Buffer {
  const strange = [...text].find((char) => (char.codePointAt(0) ?? 0) > 0xff);
  if (strange !== undefined) {
    throw new S7ValueError(`Das Zeichen „${strange}“ gibt es in der CPU nur mit WSTRING oder WCHAR`);
  }
  return Buffer.from(text, "latin1");
}

function wholeNumber(value: Raw): number {
  const number = Math.round(Number(value));
  if (!Number.isFinite(number)) throw form(value, "eine Zahl");
  return number;
}

function range(value: Raw, low: number | bigint, high: number | bigint): S7ValueError {
  return new S7ValueError(`${shown(value)} passt nicht; erlaubt ist ${low} bis ${high}`);
}

function form(value: Raw, allowed: string): S7ValueError {
  return new S7ValueError(`${shown(value)} passt nicht; erlaubt ist ${allowed}`);
}

export function shown(value: unknown): string {
  const text = typeof value === "bigint" ? value.toString() : (JSON.stringify(value) ?? "nichts");
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
