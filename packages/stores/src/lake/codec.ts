/**
 * How rows lie in the frames of the hot log: columns, each as byte planes (all first bytes, all second bytes …),
 * deflated together. Neighbouring rows are alike, so planes compress to a third at little cost.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Rows } from "./rows.ts";

interface Head {
  rows: number;
  /** Number and name of channels that occur for the first time in this log. */
  names: [number, string][];
  texts: [number, string][];
}

const HEAD_LENGTH = 4;
/** Inflated, a frame of ours is never larger; more is damage. */
const LARGEST_INFLATED = 512 * 1024 * 1024;

export function encodeRows(rows: Rows, names: [number, string][]): Buffer {
  const length = rows.times.length;
  const head = Buffer.from(
    JSON.stringify({ rows: length, names, texts: [...rows.texts] } satisfies Head),
    "utf8",
  );
  const start = Buffer.allocUnsafe(HEAD_LENGTH);
  start.writeUInt32LE(head.length);
  const body = Buffer.concat([
    start,
    head,
    planes(bytesOf(rows.channels), 4),
    planes(bytesOf(rows.times), 8),
    planes(bytesOf(rows.values), 8),
    rows.qualities,
  ]);
  return deflateRawSync(body, { level: 1 });
}

/** @throws Error for what is no frame of ours */
export function decodeRows(frame: Uint8Array): { rows: Rows; names: [number, string][] } {
  const body = inflateRawSync(frame, { maxOutputLength: LARGEST_INFLATED });
  const headLength = body.readUInt32LE(0);
  const head = JSON.parse(body.toString("utf8", HEAD_LENGTH, HEAD_LENGTH + headLength)) as Head;
  const { rows: length } = head;
  let at = HEAD_LENGTH + headLength;
  if (at + length * 21 !== body.length) throw new RangeError("a frame of the wrong length");
  const take = (width: number) => {
    const part = body.subarray(at, at + length * width);
    at += length * width;
    return unplaned(part, width);
  };
  const channels = new Uint32Array(take(4).buffer);
  const times = new Float64Array(take(8).buffer);
  const values = new Float64Array(take(8).buffer);
  const qualities = Uint8Array.from(body.subarray(at, at + length));
  return {
    rows: { channels, times, values, qualities, texts: new Map(head.texts) },
    names: head.names,
  };
}

const bytesOf = (column: Uint32Array | Float64Array) =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

function planes(bytes: Uint8Array, width: number): Uint8Array {
  const count = bytes.length / width;
  const out = new Uint8Array(bytes.length);
  for (let plane = 0; plane < width; plane += 1) {
    const first = plane * count;
    for (let at = 0; at < count; at += 1) out[first + at] = bytes[at * width + plane] ?? 0;
  }
  return out;
}

function unplaned(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const count = bytes.length / width;
  const out = new Uint8Array(bytes.length);
  for (let plane = 0; plane < width; plane += 1) {
    const first = plane * count;
    for (let at = 0; at < count; at += 1) out[at * width + plane] = bytes[first + at] ?? 0;
  }
  return out;
}
