/** A value in the type of a channel. */
import { roundHalfAway } from "@hubwart/core";
import type { ValueType } from "@hubwart/project/compiled";

const WORDS = new Map<string, boolean>([
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
  ["on", true],
  ["off", false],
]);

/**
 * `undefined` means that the value does not fit. Numbers become booleans by "not zero", whole numbers by
 * rounding half away from zero; text is read as a number or one of true/false, on/off, 1/0.
 */
export function coerce(type: ValueType, value: unknown): unknown {
  switch (type) {
    case "float":
      return numberOf(value);
    case "bool":
      return booleanOf(value);
    case "string":
      return textOf(value);
    case "int":
      return wholeOf(numberOf(value));
    case "json":
      return value;
  }
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isNaN(value) ? undefined : value !== 0;
  return typeof value === "string" ? WORDS.get(value.trim().toLowerCase()) : undefined;
}

/** Text as it is, everything else as JSON writes it. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? undefined : JSON.stringify(value);
}

function wholeOf(number: number | undefined): number | undefined {
  if (number === undefined) return undefined;
  const whole = roundHalfAway(number);
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/** Of a value that people read beside a text. */
const SHOWN = 60;
/** undefined, a value of which there is none, has an empty text. */
export function shortText(value: unknown): string {
  const text = textOf(value) ?? "";
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
