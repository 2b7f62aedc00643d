/** What the codecs of all S7 types share. */
import { texts } from "./texts.ts";

export type Raw = boolean | number | bigint | string;
/** What a type's values are for a channel. */
export type Nature = "bool" | "integer" | "long" | "real" | "duration" | "text";

/** Thrown for bytes that are no value of the type, and for values that do not fit. German. */
export class S7ValueError extends Error {}

export interface Codec {
  nature: Nature;
  /** Bytes; of STRING and WSTRING those of the length fields. */
  size: number;
  decode(bytes: Buffer): Raw;
  /** Throws S7ValueError. */
  encode(value: Raw): Buffer;
}

export function wholeNumber(value: Raw): number {
  const number = Math.round(Number(value));
  if (!Number.isFinite(number)) throw form(value, texts.wantedNumber);
  return number;
}

export function range(value: Raw, low: number | bigint, high: number | bigint): S7ValueError {
  return new S7ValueError(texts.outOfRange(shown(value), low, high));
}

export function form(value: Raw, allowed: string): S7ValueError {
  return new S7ValueError(texts.allowedIs(shown(value), allowed));
}

export function shown(value: unknown): string {
  const text = typeof value === "bigint" ? value.toString() : (JSON.stringify(value) ?? "nichts");
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
