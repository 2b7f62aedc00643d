/** What a link does to a value on its way: map, invert, or scale and offset. */
import { shortestDecimal } from "@hubwart/core";
import type { CompiledLink } from "@hubwart/project/compiled";
import { booleanOf, numberOf, textOf } from "./coerce.ts";

/** `undefined` means that the value does not pass. */
export type Conversion = (value: unknown) => unknown;

const REST = "*";

/** undefined for a link that passes values on as they are. */
export function conversionOf(link: CompiledLink): Conversion | undefined {
  const { map, invert, scale, offset } = link;
  if (map) {
    const targets = new Map(Object.entries(map));
    return (value) => targets.get(textOf(value) ?? "") ?? targets.get(REST);
  }
  if (invert) {
    return (value) => {
      const flag = booleanOf(value);
      return flag === undefined ? undefined : !flag;
    };
  }
  if (scale !== undefined || offset !== undefined) {
    const factor = scale ?? 1;
    const addend = offset ?? 0;
    return (value) => {
      const number = numberOf(value);
      return number === undefined ? undefined : shortestDecimal(number * factor + addend);
    };
  }
  return undefined;
}

/** Equal as values; JSON by its text. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
