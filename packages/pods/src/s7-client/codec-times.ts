/** Durations in ms; dates and times of day as text without a zone, because a CPU says none. */
import { type Codec, form, range, S7ValueError, shown, wholeNumber } from "./codec.ts";
import { texts } from "./texts.ts";
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

const MS = 1_000_000n;

export const s5time: Codec = {
  nature: "duration",
  size: 2,
  decode(bytes) {
    const word = bytes.readUInt16BE();
    const count = fromBcd(word & 0x0fff, 3);
    if (count === undefined) throw new S7ValueError(texts.noS5Time);
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

export const ltime: Codec = {
  nature: "duration",
  size: 8,
  decode: (bytes) => Number(bytes.readBigInt64BE()) / 1e6,
  encode(value) {
    const ns = BigInt(Math.round(Number(value) * 1e6));
    if (ns < -(2n ** 63n) || ns >= 2n ** 63n) throw new S7ValueError(texts.tooBigForLtime(shown(value)));
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(ns);
    return bytes;
  },
};

export const date: Codec = {
  nature: "text",
  size: 2,
  decode: (bytes) => dateOfDays(bytes.readUInt16BE()),
  encode(value) {
    const days = daysOfDate(String(value));
    if (days === undefined) throw form(value, texts.wantedDate);
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(days);
    return bytes;
  },
};

export function timeOfDay(size: 4 | 8): Codec {
  return {
    nature: "text",
    size,
    decode(bytes) {
      const ns = size === 4 ? BigInt(bytes.readUInt32BE()) * MS : bytes.readBigUInt64BE();
      const text = timeText(ns);
      if (text === undefined) throw new S7ValueError(texts.noTimeOfDay);
      return text;
    },
    encode(value) {
      const ns = parseTime(String(value));
      if (ns === undefined) throw form(value, texts.wantedTimeOfDay);
      const bytes = Buffer.alloc(size);
      if (size === 4) bytes.writeUInt32BE(Number(ns / MS));
      else bytes.writeBigUInt64BE(ns);
      return bytes;
    },
  };
}

/** Eight bytes BCD: year, month, day, hour, minute, second, ms in three digits, weekday. */
export const dateAndTime: Codec = {
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
    if (text === undefined) throw new S7ValueError(texts.noDateAndTime);
    return text;
  },
  encode(value) {
    const found = parseDateTime(String(value));
    if (!found || found.year < 1990 || found.year > 2089)
      throw form(value, texts.stampUntil2089(texts.wantedStamp));
    const ms = Math.floor(found.ns / 1e6);
    const { year, month, day, hour, minute, second } = found;
    const fields = [year % 100, month, day, hour, minute, second, Math.floor(ms / 10)];
    return Buffer.from([...fields.map((field) => bcd(field, 2)), ((ms % 10) << 4) | weekday(found)]);
  },
};

export const ldt: Codec = {
  nature: "text",
  size: 8,
  decode(bytes) {
    const ns = bytes.readBigInt64BE();
    const ms = Number(ns / MS);
    const at = new Date(ms);
    if (ns < 0n) throw new S7ValueError(texts.noDateAndTime);
    const text = dateTimeText({
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      ns: Number(ns % 1_000_000_000n),
    });
    if (text === undefined) throw new S7ValueError(texts.noDateAndTime);
    return text;
  },
  encode(value) {
    const found = parseDateTime(String(value));
    if (!found || found.year < 1970 || found.year > 2262)
      throw form(value, texts.stampUntil2262(texts.wantedStamp));
    const { year, month, day, hour, minute, second, ns } = found;
    const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
    const total = BigInt(seconds) * 1_000_000_000n + BigInt(ns);
    if (total >= 2n ** 63n) throw form(value, texts.stampUntil2262(texts.wantedStamp));
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(total);
    return bytes;
  },
};

export const dtl: Codec = {
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
    if (text === undefined) throw new S7ValueError(texts.noDateAndTime);
    return text;
  },
  encode(value) {
    const found = parseDateTime(String(value));
    if (!found || found.year < 1970 || found.year > 2262)
      throw form(value, texts.stampUntil2262(texts.wantedStamp));
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(found.year, 0);
    bytes.set([found.month, found.day, weekday(found), found.hour, found.minute, found.second], 2);
    bytes.writeUInt32BE(found.ns, 8);
    return bytes;
  },
};
