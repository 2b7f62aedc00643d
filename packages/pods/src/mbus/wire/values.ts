/** The value of a record: a number with unit, a time, a text, or why there is none. */
import type { Modifiers, RecordError } from "./modifiers.ts";
import { bcdOf, digitsOf, realOf, shifted, signedOf, timeOf, unsignedOf } from "./numbers.ts";
import { isNamed, type Meaning } from "./quantities.ts";

export type Value =
  /** `digits` behind the decimal point are meant. Where the number is exact `mantissa` × 10^`exponent` is the same. */
  | {
      kind: "number";
      number: number;
      unit: string;
      digits: number;
      mantissa: bigint | undefined;
      exponent: number;
    }
  /** ISO 8601 without a zone. */
  | { kind: "time"; text: string }
  | { kind: "text"; text: string }
  /** `shown`: the digits or bits as they came. */
  | { kind: "none"; why: RecordError | "invalid" | "empty"; shown: string };

export type DataKind = "none" | "integer" | "real" | "bcd" | "text" | "negative_bcd" | "binary";

export interface Raw {
  /** Of the data information field. */
  coding: number;
  bytes: Buffer;
  kind: DataKind;
  meaning: Meaning;
  modifiers: Modifiers & { seconds?: number };
  /** Unit in the meter's own words. */
  text?: string | undefined;
}

export function valueOf(raw: Raw): Value {
  const { bytes, kind, meaning, modifiers } = raw;
  const none = (why: RecordError | "invalid" | "empty"): Value => ({
    kind: "none",
    why,
    shown: digitsOf(bytes),
  });
  if (modifiers.error !== undefined) return none(modifiers.error);
  if (kind === "none" || (bytes.length === 0 && kind !== "text")) return none("empty");
  // Backwards, as all that is least significant first.
  if (kind === "text")
    return { kind: "text", text: cleaned(Buffer.from(bytes).reverse().toString("latin1")) };
  if (kind === "real") {
    const number = realOf(bytes);
    return number === undefined ? none("invalid") : scaled(raw, number);
  }
  const timed = meaning.as === "time" || modifiers.as === "time";
  if (timed && kind === "integer" && modifiers.as !== "duration") {
    const text = timeOf(bytes);
    return text === undefined ? none("invalid") : { kind: "time", text };
  }
  const whole = wholeOf(raw);
  if (whole === undefined) return none("invalid");
  if (isNamed(meaning.quantity) && kind === "bcd") return { kind: "text", text: digitsOf(bytes) };
  return scaled(raw, whole);
}

function wholeOf({ bytes, kind, meaning, modifiers }: Raw): bigint | undefined {
  if (kind === "bcd" || modifiers.as === "bcd") return bcdOf(bytes);
  if (kind === "negative_bcd") {
    const value = bcdOf(bytes);
    return value === undefined ? undefined : -value;
  }
  const unsigned = kind === "binary" || meaning.as === "bits" || modifiers.as === "unsigned";
  return unsigned ? unsignedOf(bytes) : signedOf(bytes);
}

function scaled({ meaning, modifiers, text }: Raw, raw: bigint | number): Value {
  const duration = modifiers.as === "duration";
  const exponent = (duration ? 0 : meaning.exponent) + modifiers.exponent;
  const factor = duration ? (modifiers.seconds ?? 1) : meaning.factor;
  const exact = factor === 1 && modifiers.offset === 0;
  const number = shifted(raw, exponent) * factor + modifiers.offset;
  return {
    kind: "number",
    number,
    unit: duration ? "s" : (text ?? meaning.unit),
    digits: Math.max(0, -exponent),
    mantissa: exact && typeof raw === "bigint" ? raw : undefined,
    exponent,
  };
}

/** Without what ends or pads a text, and without what no line may hold: control characters. */
function cleaned(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ").trim();
}
