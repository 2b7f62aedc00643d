/**
 * Values as text and JSON from outside, into the type of a channel, and back.
 *
 * `undefined` means "does not fit": it is no value of any type. `misfit` says so in German.
 */
import { DEEPEST_VALUE, withinBounds } from "@hubwart/core";
import type { ValueType } from "@hubwart/project";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

const WORDS = new Map<string, boolean>([
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
  ["on", true],
  ["off", false],
  ["yes", true],
  ["no", false],
  ["ein", true],
  ["aus", false],
  ["an", true],
  ["ja", true],
  ["nein", false],
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
    case "json":
      return parseDocument(text);
  }
}

/** No measured value has so many, and each may cost a hundred times the memory of its text. */
const MOST_MEMBERS = 250_000;

/** A JSON text from outside; undefined for what is none, or too deep for what walks over it afterwards. */
export function parseDocument(text: string): unknown {
  // What is shorter than the bound cannot exceed it.
  if (text.length > DEEPEST_VALUE && !withinBounds(text, { depth: DEEPEST_VALUE, members: MOST_MEMBERS })) {
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON has numbers that are too large for one; as text they would come out as "null". `value` is not too deep. */
function allFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(allFinite);
}

/** From a JSON value, e.g. one that a pointer found. Numbers and switches may also stand there as text. */
export function fromJson(type: ValueType, value: unknown): unknown {
  if (type === "json") return allFinite(value) ? value : undefined;
  if (typeof value === "string") return fromText(type, value);
  if (value === undefined || value === null) return undefined;
  switch (type) {
    case "string":
      if (!allFinite(value)) return undefined;
      return typeof value === "object" ? JSON.stringify(value) : plainText(value);
    case "float":
      return Number.isFinite(value) ? value : undefined;
    case "int":
      return Number.isSafeInteger(value) ? value : undefined;
    case "bool":
      return typeof value === "boolean" ? value : value === 1 ? true : value === 0 ? false : undefined;
  }
}

const ALLOWED: Record<ValueType, string> = {
  bool: "true/false, 1/0, on/off oder ein/aus",
  int: "eine ganze Zahl",
  float: "eine Zahl mit Dezimalpunkt",
  string: "Text",
  json: `gültiges JSON mit höchstens ${DEEPEST_VALUE} Ebenen`,
};

/** German; what would have fitted. */
export function allowedText(type: ValueType): string {
  return ALLOWED[type];
}

const SHOWN = 40;

/** German; what came and what would have fitted. Long input is cut. */
export function misfit(type: ValueType, came: unknown): string {
  const text = typeof came === "string" ? came : came === undefined ? "nichts" : shownOf(came);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `„${shown}“ passt nicht; erlaubt ist ${ALLOWED[type]}`;
}

const shownOf = (came: unknown): string => (typeof came === "number" ? String(came) : JSON.stringify(came));

/** A value as it goes outside when nothing else is said: text as it is, everything else as JSON. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "";
}
