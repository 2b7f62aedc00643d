/**
 * Values as text and JSON from outside, into the type of a channel, and back.
 *
 * `undefined` means "does not fit": it is no value of any type. `misfit` says so in German.
 */
import { DEEPEST_VALUE, withinBounds } from "@hubwart/core";
import type { ValueType } from "@hubwart/project";
import { texts } from "./texts.ts";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

const WORDS = new Map<string, boolean>([
  ...["1", "true", "on", "yes", ...texts.trueWords].map((word) => [word, true] as const),
  ...["0", "false", "off", "no", ...texts.falseWords].map((word) => [word, false] as const),
]);

function numberOf(text: string): number | undefined {
  if (!NUMBER.test(text)) {
    const trimmed = text.trim();
    return trimmed !== text && NUMBER.test(trimmed) ? numberOf(trimmed) : undefined;
  }
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

export function fromText(type: ValueType, text: string): unknown {
  switch (type) {
    case "string":
      return text;
    case "float":
      return numberOf(text);
    case "int": {
      const number = numberOf(text);
      return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
    }
    case "bool":
      return WORDS.get(text) ?? WORDS.get(text.trim().toLowerCase());
    case "json": {
      const document = parseDocument(text);
      return MAYBE_INFINITE.test(text) && !finite(document) ? undefined : document;
    }
  }
}

/** No measured value has so many, and each may cost a hundred times the memory of its text. */
const MOST_MEMBERS = 250_000;

/** Without exponents of three digits or 200 digits in a row no number can be infinite. */
const MAYBE_INFINITE = /(?<!\d)\d{200}|\d[eE]\+?\d{3}/;

/** Whether every number is finite. JSON.parse makes Infinity of 1e400, and JSON.stringify null of that. */
function finite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(finite);
}

/**
 * A JSON text from outside; undefined for what is none, or too deep for what walks over it afterwards. Numbers in it may
 * be infinite: `fromJson` refuses those that are taken.
 */
export function parseDocument(text: string): unknown {
  // What is shorter than the bound cannot exceed it.
  if (text.length > DEEPEST_VALUE && !withinBounds(text, { depth: DEEPEST_VALUE, members: MOST_MEMBERS })) {
    return undefined;
  }
  try {
    // A byte order mark belongs to the file that the text was, not to the JSON (RFC 8259 section 8.1).
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text) as unknown;
  } catch {
    return undefined;
  }
}

/** From a JSON value, e.g. one that a pointer found. Numbers and switches may also stand there as text. */
export function fromJson(type: ValueType, value: unknown): unknown {
  if (!finite(value)) return undefined;
  if (type === "json") return value;
  if (typeof value === "string") return fromText(type, value);
  if (value === undefined || value === null) return undefined;
  switch (type) {
    case "string":
      if (hasLostDigits(value)) return undefined;
      return typeof value === "object" ? JSON.stringify(value) : plainText(value);
    case "float":
      return typeof value === "number" ? value : undefined;
    case "int":
      return Number.isSafeInteger(value) ? value : undefined;
    case "bool":
      return typeof value === "boolean" ? value : value === 1 ? true : value === 0 ? false : undefined;
  }
}

/** JSON.parse makes the nearest number of a whole one beyond 2^53, so an identifier would become another one. */
function hasLostDigits(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** German; what would have fitted. */
export function allowedText(type: ValueType): string {
  return texts.allowed[type];
}

const SHOWN = 40;

/** German; what came and what would have fitted. Long input is cut. */
export function misfit(type: ValueType, came: unknown): string {
  if (!finite(type === "json" && typeof came === "string" ? parseDocument(came) : came)) {
    return texts.tooBig(texts.allowed[type]);
  }
  if (type === "string" && hasLostDigits(came)) return texts.digitsLost;
  const text = typeof came === "string" ? came : came === undefined ? "nichts" : JSON.stringify(came);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return texts.doesNotFit(shown, texts.allowed[type]);
}

/** A value as it goes outside when nothing else is said: text as it is, everything else as JSON. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "";
}
