/** What a meter answered to the request for data (RSP_UD): values, or why there are none. */
import type { LongFrame } from "./frame.ts";
import { encryptionOf, HEADER, headerOf, type MeterHeader } from "./header.ts";
import { bcdOf, digitsOf, signedOf } from "./numbers.ts";
import { meaningOf } from "./quantities.ts";
import { type MeterRecord, recordsOf } from "./records.ts";
import { valueOf } from "./values.ts";

export type MeterAnswer =
  | { kind: "values"; header: MeterHeader; records: MeterRecord[]; more: boolean; truncated: boolean }
  /** Application error (CI 0x70): the code of the standard, or none. */
  | { kind: "refused"; code: number }
  | { kind: "encrypted"; header: MeterHeader; mode: number }
  /** Another structure, or shorter than its header. */
  | { kind: "unknown"; ci: number };

const CI = { error: 0x70, variable: 0x72, fixed: 0x73, variableHigh: 0x76, fixedHigh: 0x77 } as const;
/** Bytes of the fixed data structure. */
const FIXED = 16;
/** Fillers in front of what was encrypted; what begins so can be read. */
const DECRYPTED = 0x2f;

export function answerOf({ ci, data }: Pick<LongFrame, "ci" | "data">): MeterAnswer {
  switch (ci) {
    case CI.error:
      return { kind: "refused", code: data[0] ?? 0 };
    case CI.variable:
    case CI.variableHigh:
      return data.length < HEADER ? { kind: "unknown", ci } : variableOf(data, ci === CI.variableHigh);
    case CI.fixed:
    case CI.fixedHigh:
      return data.length < FIXED ? { kind: "unknown", ci } : fixedOf(data, ci === CI.fixedHigh);
    default:
      return { kind: "unknown", ci };
  }
}

function variableOf(data: Buffer, high: boolean): MeterAnswer {
  const header = headerOf(data, high);
  const content = data.subarray(HEADER);
  const mode = encryptionOf(header.signature);
  if (mode !== 0 && content.length > 0 && content[0] !== DECRYPTED)
    return { kind: "encrypted", header, mode };
  return { kind: "values", header, ...recordsOf(content, high) };
}

/** Status: the counters are binary (bit 0), and stored on a fixed date (bit 1). */
const BINARY = 0x01;
const STORED = 0x02;
/** Physical unit: as the one before, but of the stored date. */
const HISTORIC = 0x3e;

function fixedOf(data: Buffer, high: boolean): MeterAnswer {
  const part = (from: number, to: number) => {
    const bytes = Buffer.from(data.subarray(from, to));
    return high ? bytes.reverse() : bytes;
  };
  const [first = 0, second = 0] = data.subarray(6, 8);
  const status = data[5] ?? 0;
  const units = [first & 0x3f, second & 0x3f];
  const records = [part(8, 12), part(12, 16)].map((bytes, at): MeterRecord => {
    const historic = units[at] === HISTORIC;
    const meaning = meaningOf("fixed", (historic ? units[0] : units[at]) ?? 0);
    const binary = (status & BINARY) !== 0;
    const kind = binary ? "integer" : "bcd";
    const known = (binary ? signedOf(bytes) : bcdOf(bytes)) !== undefined;
    return {
      quantity: meaning.quantity,
      function: "instantaneous",
      storage: historic || (status & STORED) !== 0 ? 1 : 0,
      tariff: 0,
      subunit: 0,
      modifier: at === 1 && !historic && units[0] === units[1] ? "second" : "",
      value: known
        ? valueOf({ coding: 0, bytes, kind, meaning, modifiers: { words: [], exponent: 0, offset: 0 } })
        : { kind: "none", why: "invalid", shown: digitsOf(bytes) },
      raw: bytes,
    };
  });
  const header: MeterHeader = {
    // Four bits of medium in the two highest of each unit; no manufacturer and no version.
    meter: {
      id: digitsOf(part(0, 4)),
      manufacturer: "",
      version: 0,
      medium: (first >> 6) | ((second >> 6) << 2),
    },
    access: data[4] ?? 0,
    status: status & 0xfc,
    signature: 0,
  };
  return { kind: "values", header, records, more: false, truncated: false };
}
