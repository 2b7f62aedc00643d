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
      return typeof value === "boolean" ? undefined : "Erlaubt ist ja oder nein.";
    case "int":
      return Number.isSafeInteger(value) ? outside(rule, value as number) : "Erlaubt ist eine ganze Zahl.";
    case "float":
      return Number.isFinite(value) ? outside(rule, value as number) : "Erlaubt ist eine Zahl.";
    case "string":
      return typeof value === "string" ? textFault(value) : "Erlaubt ist ein Text.";
    case "json":
      return jsonFault(value);
  }
}

function outside({ min, max }: ConstantRule, value: number): string | undefined {
  if (min !== undefined && value < min) return `Erlaubt ist mindestens ${min.toLocaleString("de-DE")}.`;
  if (max !== undefined && value > max) return `Erlaubt ist höchstens ${max.toLocaleString("de-DE")}.`;
  return undefined;
}

function textFault(text: string): string | undefined {
  if (text.length > LONGEST_CONSTANT) return tooLong;
  if (isTorn(text)) return TORN;
  return /[^\P{Cc}\t\n]/u.test(text) ? "Der Text enthält Steuerzeichen." : undefined;
}

function jsonFault(value: unknown): string | undefined {
  if (value === undefined) return "Erlaubt ist JSON.";
  if (deeper(value, DEEPEST)) return `Erlaubt sind höchstens ${DEEPEST} Ebenen.`;
  if (isTornInside(value)) return TORN;
  return JSON.stringify(value).length > LONGEST_CONSTANT ? tooLong : undefined;
}

/** Half a surrogate pair has no UTF-8: what is stored and sent would be another text. */
const isTorn = (text: string): boolean => /\p{Cs}/u.test(text);
const TORN = "Der Text enthält ein halbes Zeichen (Unicode D800 bis DFFF).";

function isTornInside(value: unknown): boolean {
  if (typeof value === "string") return isTorn(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => isTorn(key) || isTornInside(member));
}

const tooLong = `Erlaubt sind höchstens ${LONGEST_CONSTANT.toLocaleString("de-DE")} Zeichen.`;

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels <= 0 || Object.values(value).some((member) => deeper(member, levels - 1));
}
