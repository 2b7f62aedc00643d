import type { ValueType } from "../compiled.ts";

export function isNumeric(type: ValueType): boolean {
  return type === "int" || type === "float";
}

/**
 * Whether the hub can carry a value of one type into a channel of another without a mapping: numbers
 * and booleans into each other (false 0, true 1; 0 false, the rest true; fractions are rounded for
 * `int`), everything into text and JSON. Text and JSON into anything narrower is a guess and refused.
 */
export function convertible(source: ValueType, target: ValueType): boolean {
  if (source === target || target === "string" || target === "json") return true;
  return source !== "string" && source !== "json";
}
