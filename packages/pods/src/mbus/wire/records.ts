/**
 * The records of a meter's answer (EN 13757-3, variable data structure): what each value is, and the value.
 *
 *     const { records, more } = recordsOf(data);
 *     records[0];   // { quantity: "energy", storage: 0, tariff: 1, …, value: { number: 37351, unit: "Wh", … } }
 *
 * Whatever the bytes are, this ends and throws nothing: what cannot be read is a record of its own or the end.
 */
import { type Modifiers, modifiersOf } from "./modifiers.ts";
import { FUNCTIONS, type Meaning, meaningOf, PLAIN_TEXT, type ValueFunction } from "./quantities.ts";
import { type DataKind, type Value, valueOf } from "./values.ts";

export interface MeterRecord {
  /** One of `QUANTITIES`, or `unknown`. */
  quantity: string;
  function: ValueFunction;
  storage: number;
  tariff: number;
  subunit: number;
  /** Joined by `+`; empty: the plain value. */
  modifier: string;
  value: Value;
  /** The record as it came, for people. */
  raw: Buffer;
}

export interface Records {
  records: MeterRecord[];
  /** The meter has more to say: to be asked for the next telegram. */
  more: boolean;
  /** Where the answer stops in the middle of a record. */
  truncated: boolean;
}

/** Special functions in the place of a data information field. */
const MANUFACTURER_DATA = 0x0f;
const MORE_RECORDS = 0x1f;
const FILLER = 0x2f;
/** Extensions of one field that the standard allows. */
const MOST_EXTENSIONS = 10;

const TEXT_VIF = 0x7c;
const MANUFACTURER_VIF = 0x7f;

class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new TooShort();
    this.at += 1;
    return byte;
  }

  bytes(length: number): Buffer {
    if (length > this.left) throw new TooShort();
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  /** A field and its extensions, as long as each announces the next. */
  extended(first: number): number[] {
    const more: number[] = [];
    for (let last = first; (last & 0x80) !== 0; ) {
      if (more.length === MOST_EXTENSIONS) throw new TooShort();
      last = this.byte();
      more.push(last);
    }
    return more;
  }

  since(from: number): Buffer {
    return this.#bytes.subarray(from, this.at);
  }
}

/** The answer ends before the record does, or a field has no end. */
class TooShort extends Error {}

/** @param high numbers come most significant byte first (mode 2) */
export function recordsOf(data: Buffer, high = false): Records {
  const reader = new Reader(data);
  const found: Records = { records: [], more: false, truncated: false };
  try {
    while (reader.left > 0) {
      const from = reader.at;
      const dif = reader.byte();
      if (dif === FILLER) continue;
      if (dif === MANUFACTURER_DATA || dif === MORE_RECORDS) {
        found.more = dif === MORE_RECORDS;
        const own = reader.bytes(reader.left);
        if (own.length > 0) found.records.push(ofManufacturer(own));
        break;
      }
      // Reserved special functions: what follows has no length.
      if ((dif & 0x0f) === 0x0f) break;
      found.records.push(recordOf(reader, { dif, from, high }));
    }
  } catch (error) {
    if (!(error instanceof TooShort)) throw error;
    found.truncated = true;
  }
  return found;
}

function ofManufacturer(raw: Buffer): MeterRecord {
  return {
    quantity: "manufacturer_specific",
    function: "instantaneous",
    storage: 0,
    tariff: 0,
    subunit: 0,
    modifier: "",
    value: { kind: "text", text: raw.toString("hex") },
    raw,
  };
}

function recordOf(
  reader: Reader,
  { dif, from, high }: { dif: number; from: number; high: boolean },
): MeterRecord {
  const where = placeOf(dif, reader.extended(dif));
  const { meaning, modifiers, text } = meaningAt(reader);
  const bytes = dataOf(reader, dif & 0x0f, high);
  return {
    quantity: meaning.quantity,
    ...where,
    modifier: modifiers.words.join("+"),
    value: valueOf({ coding: dif & 0x0f, bytes: bytes.bytes, kind: bytes.kind, meaning, modifiers, text }),
    raw: reader.since(from),
  };
}

/** Storage number, tariff and subunit are spread over the extensions, least significant bits first. */
function placeOf(dif: number, extensions: readonly number[]) {
  let storage = (dif >> 6) & 1;
  let tariff = 0;
  let subunit = 0;
  extensions.forEach((extension, at) => {
    storage += (extension & 0x0f) * 2 ** (1 + 4 * at);
    tariff += ((extension >> 4) & 0x03) * 4 ** at;
    subunit += ((extension >> 6) & 0x01) * 2 ** at;
  });
  return { function: FUNCTIONS[(dif >> 4) & 3] ?? "instantaneous", storage, tariff, subunit };
}

function meaningAt(reader: Reader): {
  meaning: Meaning;
  modifiers: Modifiers & { seconds?: number };
  text?: string;
} {
  const vif = reader.byte();
  if ((vif & 0x7f) === TEXT_VIF) {
    // Backwards, as all that is least significant first.
    const text = Buffer.from(reader.bytes(reader.byte())).reverse().toString("latin1");
    const meaning = { quantity: PLAIN_TEXT, unit: "", exponent: 0, factor: 1 } as const;
    return { meaning, modifiers: modifiersOf(reader.extended(vif)), text };
  }
  if (vif === 0xfb || vif === 0xfd) {
    const code = reader.byte();
    const modifiers = modifiersOf(reader.extended(code));
    if (vif === 0xfd && (code & 0x7f) === 0x7d) {
      return { meaning: { quantity: "unknown", unit: "", exponent: 0, factor: 1 }, modifiers };
    }
    return { meaning: meaningOf(vif === 0xfb ? "fb" : "fd", code & 0x7f), modifiers };
  }
  const more = reader.extended(vif);
  // Behind the manufacturer's own field each code is the manufacturer's too.
  const modifiers = modifiersOf((vif & 0x7f) === MANUFACTURER_VIF ? [MANUFACTURER_VIF, ...more] : more);
  if (more.length === 0 && (vif & 0x7f) === MANUFACTURER_VIF) modifiers.words.length = 0;
  return { meaning: meaningOf("primary", vif & 0x7f), modifiers };
}

/** Bytes of each coding of the data information field. */
const LENGTHS: readonly number[] = [0, 1, 2, 3, 4, 4, 6, 8, 0, 1, 2, 3, 4, 0, 6, 0];
const VARIABLE = 0x0d;

function dataOf(reader: Reader, coding: number, high: boolean): { bytes: Buffer; kind: DataKind } {
  if (coding === VARIABLE) return variableOf(reader);
  const length = LENGTHS[coding] ?? 0;
  const bytes = Buffer.from(reader.bytes(length));
  if (high) bytes.reverse();
  if (coding === 0 || coding === 8) return { bytes, kind: "none" };
  return { bytes, kind: coding === 5 ? "real" : coding >= 9 ? "bcd" : "integer" };
}

/** Of the length byte (LVAR): text, a BCD number of either sign, or a binary number. */
function variableOf(reader: Reader): { bytes: Buffer; kind: DataKind } {
  const length = reader.byte();
  if (length < 0xc0) return { bytes: reader.bytes(length), kind: "text" };
  if (length < 0xd0) return { bytes: reader.bytes(length - 0xc0), kind: "bcd" };
  if (length < 0xe0) return { bytes: reader.bytes(length - 0xd0), kind: "negative_bcd" };
  if (length < 0xf0) return { bytes: reader.bytes(length - 0xe0), kind: "binary" };
  if (length < 0xf5) return { bytes: reader.bytes((length - 0xec) * 4), kind: "binary" };
  if (length === 0xf5) return { bytes: reader.bytes(48), kind: "binary" };
  if (length === 0xf6) return { bytes: reader.bytes(64), kind: "binary" };
  throw new TooShort();
}
