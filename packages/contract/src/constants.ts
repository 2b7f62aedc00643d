import { texts } from "./texts/constants.ts";

/**
 * Which values a constant of the project takes. One rule for the compiler, the appliance and the console's editor:
 *
 *     constantFault({ type: "int", min: 0, max: 10 }, 11)     // "Erlaubt ist höchstens 10."
 */
export interface ConstantRule {
  type: "bool" | "int" | "float" | "string" | "json";
  /** Numbers only. */
  min?: number | undefined;
  max?: number | undefined;
}

/** Characters of a text, or of the JSON text of a value. */
export const LONGEST_CONSTANT = 32_000;
/** Levels of objects and lists. */
const DEEPEST = 64;

/** Why it does not fit, in German; undefined if it does. */
export function constantFault(rule: ConstantRule, value: unknown): string | undefined {
  switch (rule.type) {
    case "bool":
      return typeof value === "boolean" ? undefined : texts.bool;
    case "int":
      return Number.isSafeInteger(value) ? outside(rule, value as number) : texts.int;
    case "float":
      return Number.isFinite(value) ? outside(rule, value as number) : texts.float;
    case "string":
      return typeof value === "string" ? textFault(value) : texts.text;
    case "json":
      return jsonFault(value);
  }
}

function outside({ min, max }: ConstantRule, value: number): string | undefined {
  if (min !== undefined && value < min) return texts.atLeast(min);
  if (max !== undefined && value > max) return texts.atMost(max);
  return undefined;
}

function textFault(text: string): string | undefined {
  if (text.length > LONGEST_CONSTANT) return texts.tooLong(LONGEST_CONSTANT);
  if (isTorn(text)) return TORN;
  return /[^\P{Cc}\t\n]/u.test(text) ? texts.controlCharacters : undefined;
}

function jsonFault(value: unknown): string | undefined {
  if (value === undefined) return texts.json;
  if (deeper(value, DEEPEST)) return texts.tooDeep(DEEPEST);
  if (isTornInside(value)) return TORN;
  return JSON.stringify(value).length > LONGEST_CONSTANT ? texts.tooLong(LONGEST_CONSTANT) : undefined;
}

/** Half a surrogate pair has no UTF-8: what is stored and sent would be another text. */
const isTorn = (text: string): boolean => /\p{Cs}/u.test(text);
const TORN = texts.torn;

function isTornInside(value: unknown): boolean {
  if (typeof value === "string") return isTorn(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => isTorn(key) || isTornInside(member));
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels <= 0 || Object.values(value).some((member) => deeper(member, levels - 1));
}
