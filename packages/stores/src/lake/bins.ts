/**
 * The numbers of one channel in one minute, and how a block of minutes lies in a row: per minute its offset
 * (u8, the top bit set for a single value), then a double, or count (u32), minimum, maximum, sum and last.
 */
import { MINUTE } from "./spans.ts";

/** What a chart is drawn from. */
export interface Figures {
  count: number;
  min: number;
  max: number;
  sum: number;
}

export interface Bin extends Figures {
  last: number;
}

const SINGLE = 0x80;
const SINGLE_LENGTH = 9;
const WHOLE_LENGTH = 37;

/** Of two finite numbers, as far as a double reaches: an infinite sum would make every mean of its channel none. */
export function sumOf(a: number, b: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, a + b));
}

/** Between minimum and maximum, also where the sum was too large for a double. */
export function meanOf({ count, max, min, sum }: Figures): number {
  const mean = sum / count;
  if (!Number.isFinite(mean)) return min / 2 + max / 2;
  return Math.max(min, Math.min(max, mean));
}

export function addToBins(bins: Map<number, Bin>, time: number, value: number): void {
  const start = Math.floor(time / MINUTE) * MINUTE;
  const bin = bins.get(start);
  if (!bin) {
    bins.set(start, { count: 1, min: value, max: value, sum: value, last: value });
    return;
  }
  bin.count += 1;
  if (value < bin.min) bin.min = value;
  if (value > bin.max) bin.max = value;
  bin.sum = sumOf(bin.sum, value);
  bin.last = value;
}

/** Adds to the figures of a span that begins at `start`. */
export function addFigures(spans: Map<number, Figures>, start: number, figures: Figures): void {
  const span = spans.get(start);
  if (!span) {
    const { count, max, min, sum } = figures;
    spans.set(start, { count, min, max, sum });
    return;
  }
  span.count += figures.count;
  if (figures.min < span.min) span.min = figures.min;
  if (figures.max > span.max) span.max = figures.max;
  span.sum = sumOf(span.sum, figures.sum);
}

/** Both together; `b` is the later one. */
function mergeBin(a: Bin, b: Bin): Bin {
  return {
    count: a.count + b.count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    sum: sumOf(a.sum, b.sum),
    last: b.last,
  };
}

/** Both together; where both have a minute, `b` has the later part of it. */
export function mergeBins(a: Map<number, Bin>, b: Map<number, Bin>): Map<number, Bin> {
  const merged = new Map(a);
  for (const [start, bin] of b) {
    const other = merged.get(start);
    merged.set(start, other ? mergeBin(other, bin) : bin);
  }
  return merged;
}

export function encodeBins(bins: Map<number, Bin>, blockStart: number): Buffer {
  const entries = [...bins].sort(([a], [b]) => a - b);
  const length = entries.reduce(
    (sum, [, { count }]) => sum + (count === 1 ? SINGLE_LENGTH : WHOLE_LENGTH),
    0,
  );
  const out = Buffer.allocUnsafe(length);
  let at = 0;
  for (const [start, { count, min, max, sum, last }] of entries) {
    const offset = (start - blockStart) / MINUTE;
    if (count === 1) {
      out.writeUInt8(offset | SINGLE, at);
      out.writeDoubleLE(last, at + 1);
      at += SINGLE_LENGTH;
      continue;
    }
    out.writeUInt8(offset, at);
    out.writeUInt32LE(count, at + 1);
    [min, max, sum, last].forEach((value, place) => out.writeDoubleLE(value, at + 5 + place * 8));
    at += WHOLE_LENGTH;
  }
  return out;
}

export function decodeBins(bytes: Uint8Array, blockStart: number): Map<number, Bin> {
  const bins = new Map<number, Bin>();
  eachBin(bytes, blockStart, (start, bin) => bins.set(start, bin));
  return bins;
}

/** Hands over a block's minutes, oldest first. */
export function eachBin(bytes: Uint8Array, blockStart: number, use: (start: number, bin: Bin) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const offset = view.getUint8(at);
    const start = blockStart + (offset & ~SINGLE) * MINUTE;
    if (offset & SINGLE) {
      const value = view.getFloat64(at + 1, true);
      use(start, { count: 1, min: value, max: value, sum: value, last: value });
      at += SINGLE_LENGTH;
      continue;
    }
    use(start, {
      count: view.getUint32(at + 1, true),
      min: view.getFloat64(at + 5, true),
      max: view.getFloat64(at + 13, true),
      sum: view.getFloat64(at + 21, true),
      last: view.getFloat64(at + 29, true),
    });
    at += WHOLE_LENGTH;
  }
}
