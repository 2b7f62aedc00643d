/**
 * The 96 quarters of a UTC day of one meter, and how they lie on the disk. Days of a zone are made of them when they are read: every zone is off by
 * whole quarters of an hour, so days of 23 and 25 hours and another zone are no case of their own.
 *
 * Bytes: version, power of ten that all amounts share, then 96 amounts (zigzag varints); then, for quarters that are not wholly known, their number,
 * known ms and estimated ms (varints).
 */
import { type Posting, QUARTER } from "./spread.ts";

export const SLOTS = 96;
export const DAY = SLOTS * QUARTER;
const VERSION = 1;

export interface DaySlots {
  amounts: Float64Array;
  /** ms; never more than a quarter has when they are read. */
  known: Int32Array;
  estimated: Int32Array;
}

export const emptyDay = (): DaySlots => ({
  amounts: new Float64Array(SLOTS),
  known: new Int32Array(SLOTS),
  estimated: new Int32Array(SLOTS),
});

export const dayOf = (slot: number): number => Math.floor(slot / SLOTS);

export function addTo(day: DaySlots, { amount, estimated, known, slot }: Posting): void {
  const at = ((slot % SLOTS) + SLOTS) % SLOTS;
  day.amounts[at] = (day.amounts[at] ?? 0) + amount;
  day.known[at] = clamp((day.known[at] ?? 0) + known, QUARTER);
  day.estimated[at] = clamp((day.estimated[at] ?? 0) + estimated, QUARTER);
}

/** A clock that went back has a quarter twice. */
const clamp = (ms: number, most: number): number => Math.max(0, Math.min(most, ms));

export function encodeDay({ amounts, estimated, known }: DaySlots): Uint8Array {
  let power = 0;
  while (power < 12 && amounts.every((amount) => amount % 10 ** (power + 1) === 0)) power += 1;
  const bytes: number[] = [VERSION, power];
  for (const amount of amounts) put(bytes, zigzag(amount / 10 ** power));
  for (let at = 0; at < SLOTS; at += 1) {
    const [ms = 0, guessed = 0] = [known[at], estimated[at]];
    if (ms === QUARTER && guessed === 0) continue;
    bytes.push(at);
    put(bytes, ms);
    put(bytes, guessed);
  }
  return Uint8Array.from(bytes);
}

/** @throws RangeError for bytes that are no day */
export function decodeDay(bytes: Uint8Array): DaySlots {
  if (bytes[0] !== VERSION || (bytes[1] ?? 99) > 12) throw new RangeError("no day of a meter");
  const day = emptyDay();
  const scale = 10 ** (bytes[1] ?? 0);
  const reader = { bytes, at: 2 };
  for (let at = 0; at < SLOTS; at += 1) day.amounts[at] = unzigzag(take(reader)) * scale;
  day.known.fill(QUARTER);
  while (reader.at < bytes.length) {
    const at = bytes[reader.at] ?? SLOTS;
    if (at >= SLOTS) throw new RangeError("no quarter of a day");
    reader.at += 1;
    day.known[at] = take(reader);
    day.estimated[at] = take(reader);
  }
  return day;
}

/** Beyond 2^53 / 2 an amount is not counted (`AMOUNT_MAX`), so that twice it is whole. */
const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function put(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function take(reader: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = reader.bytes[reader.at];
    if (byte === undefined || scale > 2 ** 53) throw new RangeError("a day of a meter ends too early");
    reader.at += 1;
    if (byte < 128) return value + byte * scale;
    value += (byte - 128) * scale;
    scale *= 128;
  }
}
