/** MQTT 5 properties (MQTT 5.0 §2.2.2): the numbers and texts that a client needs, by identifier. */
import { ProtocolError } from "./decode.ts";

export const PROPERTY = {
  sessionExpiry: 0x11,
  serverKeepAlive: 0x13,
  serverReference: 0x1c,
  reasonString: 0x1f,
  receiveMaximum: 0x21,
  maximumQos: 0x24,
  retainAvailable: 0x25,
  maximumPacketSize: 0x27,
} as const;

type Kind = "byte" | "two" | "four" | "varint" | "string" | "binary" | "pair";

const KINDS: Record<number, Kind> = {
  1: "byte",
  2: "four",
  3: "string",
  8: "string",
  9: "binary",
  11: "varint",
  17: "four",
  18: "string",
  19: "two",
  21: "string",
  22: "binary",
  23: "byte",
  24: "four",
  25: "byte",
  26: "string",
  28: "string",
  31: "string",
  33: "two",
  34: "two",
  35: "two",
  36: "byte",
  37: "byte",
  38: "pair",
  39: "four",
  40: "byte",
  41: "byte",
  42: "byte",
};

export interface Properties {
  numbers: Map<number, number>;
  texts: Map<number, string>;
  /** First byte after the properties. */
  end: number;
}

/** A variable byte integer and the offset behind it. */
function readVarint(bytes: Buffer, at: number, end: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 4; i++) {
    const byte = at + i < end ? bytes[at + i] : undefined;
    if (byte === undefined) break;
    value |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  throw new ProtocolError("malformed variable byte integer");
}

/** Where the properties that begin at `at` end. Publications mostly have none: one byte 0. */
export function skipProperties(bytes: Buffer, at: number, end: number): number {
  if (at < end && bytes[at] === 0) return at + 1;
  const { value, next } = readVarint(bytes, at, end);
  if (next + value > end) throw new ProtocolError("properties longer than their packet");
  return next + value;
}

export function readProperties(bytes: Buffer, at: number, end: number): Properties {
  const { value: length, next } = readVarint(bytes, at, end);
  const properties: Properties = { numbers: new Map(), texts: new Map(), end: next + length };
  if (properties.end > end) throw new ProtocolError("properties longer than their packet");
  let offset = next;
  const need = (count: number): number => {
    const from = offset;
    offset += count;
    if (offset > properties.end) throw new ProtocolError("truncated property");
    return from;
  };
  const binary = (): Buffer => {
    const length = bytes.readUInt16BE(need(2));
    const from = need(length);
    return bytes.subarray(from, from + length);
  };
  while (offset < properties.end) {
    const id = bytes[need(1)] as number;
    const kind = KINDS[id];
    switch (kind) {
      case "byte":
        properties.numbers.set(id, bytes[need(1)] as number);
        break;
      case "two":
        properties.numbers.set(id, bytes.readUInt16BE(need(2)));
        break;
      case "four":
        properties.numbers.set(id, bytes.readUInt32BE(need(4)));
        break;
      case "varint": {
        const read = readVarint(bytes, offset, properties.end);
        offset = read.next;
        break;
      }
      case "string":
        properties.texts.set(id, binary().toString("utf8"));
        break;
      case "binary":
        binary();
        break;
      case "pair":
        binary();
        binary();
        break;
      case undefined:
        throw new ProtocolError(`unknown property ${id}`);
    }
  }
  return properties;
}
