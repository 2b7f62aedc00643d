import { tooDeep } from "@hubwart/core";
import { type Column, flag, float, int, text } from "../columns.ts";
import type { ValueType } from "../compiled.ts";
import { parseNumber } from "./numbers.ts";

/** A text as a value of a type, as in mappings; undefined if it does not fit or could mean two numbers. */
export function valueOfType(
  word: string,
  type: Exclude<ValueType, "json">,
): string | number | boolean | undefined {
  switch (type) {
    case "string":
      return word;
    case "bool":
      if (["1", "true", "wahr", "ja", "x", "ein", "an"].includes(word.toLowerCase())) return true;
      if (["0", "false", "falsch", "nein", "aus"].includes(word.toLowerCase())) return false;
      return undefined;
    case "int":
    case "float": {
      const number = parseNumber(word, false);
      if (typeof number !== "number") return undefined;
      return type === "int" && !Number.isSafeInteger(number) ? undefined : number;
    }
  }
}

/** Undefined for what is no JSON, or nested deeper than a value may be. */
export function parseJson(word: string): unknown {
  try {
    const value: unknown = JSON.parse(word);
    return tooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The narrowest type of a cell: what a person meant who gave none. */
export function typeOfCell(cell: string | number | boolean, pointIsDecimal: boolean): ValueType {
  if (typeof cell === "boolean") return "bool";
  if (typeof cell === "number") return Number.isSafeInteger(cell) ? "int" : "float";
  const word = cell.trim();
  if (/^(true|false|wahr|falsch|ja|nein)$/i.test(word)) return "bool";
  if (parseNumber(word, pointIsDecimal) === undefined) return "string";
  return /^[+-]?\d+$/.test(word) ? "int" : "float";
}

export interface NumberRange {
  min?: number | undefined;
  max?: number | undefined;
}

/** The column that reads a cell as a value of a type; JSON is read as text first. */
export function columnOfType(
  type: ValueType,
  words: Pick<Column, "doc" | "help">,
  { min, max }: NumberRange = {},
): Column {
  const options = { required: true, doc: words.doc, help: words.help };
  const range = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  switch (type) {
    case "bool":
      return flag(options);
    case "int":
      return int({ ...options, ...range, typed: true });
    case "float":
      return float({ ...options, ...range });
    case "string":
    case "json":
      return text({ ...options, maxLength: 32_000 });
  }
}
