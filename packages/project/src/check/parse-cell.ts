/**
 * One cell by its column: whatever a spreadsheet made of what a person typed, as the value that the
 * column means. Faults go to `fail`; the result is then undefined.
 */
import type { ErrorKind, ParametersOf } from "../catalogue/common.ts";
import type { ChoiceColumn, Column, NumberColumn, TextColumn } from "../columns.ts";
import type { FormulaResult } from "../read/table.ts";
import { parseNumber } from "./numbers.ts";

export type CellValue = string | number | boolean;

/** The row a cell is in. One object for all its cells: this runs a million times in a large project. */
export interface CellContext {
  readonly pointIsDecimal: boolean;
  fail<K extends ErrorKind>(kind: K, column: string, parameters: ParametersOf<K>): void;
  near(word: string, candidates: Iterable<string>): string | undefined;
}

const TRUE = new Set(["1", "x", "ja", "j", "wahr", "true", "yes", "y", "ein", "an", "on"]);
const FALSE = new Set(["0", "nein", "n", "falsch", "false", "no", "aus", "off"]);

/** `cell` holds something; empty cells are the caller's. */
export function parseCell(
  cell: Exclude<FormulaResult, null>,
  name: string,
  column: Column,
  context: CellContext,
): CellValue | undefined {
  if (typeof cell === "object") {
    const { odd, text } = cell;
    const about = { column: name, value: column.secret === true ? "" : text };
    if (odd === "error") context.fail("cellError", name, { ...about, value: text });
    else if (column.kind === "text") {
      if (column.dates !== true) context.fail("dateInText", name, about);
      return parseText(text, name, column, context);
    } else if (column.kind === "choice") return parseChoice(text, name, column, context);
    else context.fail("dateInNumber", name, about);
    return undefined;
  }
  switch (column.kind) {
    case "text":
      return parseText(cell, name, column, context);
    case "int":
    case "float":
      return parseNumeric(cell, name, column, context);
    case "flag":
      return parseFlag(cell, name, column, context);
    case "choice":
      return parseChoice(cell, name, column, context);
  }
}

/** A value as it may appear in a message: short, and nothing for secrets. */
function shown(cell: CellValue, column: Column): string {
  if (column.secret === true) return "";
  const text = String(cell).trim();
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function parseText(
  cell: CellValue,
  name: string,
  column: TextColumn,
  context: CellContext,
): string | undefined {
  const text =
    typeof cell === "string"
      ? (column.secret === true ? cell : cell.trim()).replaceAll("\r\n", "\n")
      : String(cell);
  if (hasControls(text)) {
    context.fail("controlCharacter", name, { column: name });
    return undefined;
  }
  const limit = column.maxLength ?? 1_000;
  if (text.length > limit) {
    context.fail("tooLong", name, { column: name, length: text.length, limit });
    return undefined;
  }
  if (column.pattern && !column.pattern.test(text)) {
    context.fail("badPattern", name, { column: name, value: shown(cell, column), help: column.help });
    return undefined;
  }
  return text;
}

function parseNumeric(
  cell: CellValue,
  name: string,
  column: NumberColumn,
  context: CellContext,
): number | undefined {
  const about = { column: name, value: shown(cell, column) };
  const number = typeof cell === "string" ? parseNumber(cell, context.pointIsDecimal) : cell;
  if (number === "ambiguous") {
    context.fail("ambiguousNumber", name, about);
    return undefined;
  }
  if (typeof number !== "number" || !Number.isFinite(number)) {
    if (column.kind === "int") context.fail("notInteger", name, { ...about, typed: column.typed });
    else context.fail("notNumber", name, about);
    return undefined;
  }
  const { unit } = column;
  let { min, max } = column;
  if (column.kind === "int" && !Number.isSafeInteger(number)) {
    if (!Number.isInteger(number)) {
      context.fail("notInteger", name, { ...about, typed: column.typed });
      return undefined;
    }
    min ??= Number.MIN_SAFE_INTEGER;
    max ??= Number.MAX_SAFE_INTEGER;
  }
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
    context.fail("outOfRange", name, { ...about, min, max, unit });
    return undefined;
  }
  return number;
}

function parseFlag(cell: CellValue, name: string, column: Column, context: CellContext): boolean | undefined {
  if (typeof cell === "boolean") return cell;
  const word = String(cell).trim().toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  context.fail("notFlag", name, { column: name, value: shown(cell, column) });
  return undefined;
}

function parseChoice(
  cell: CellValue,
  name: string,
  column: ChoiceColumn,
  context: CellContext,
): string | number | undefined {
  const word = String(cell).trim().toLowerCase();
  const found = column.values.find((value) => String(value).toLowerCase() === word);
  if (found !== undefined) return found;
  const number = typeof cell === "string" ? parseNumber(cell, context.pointIsDecimal) : undefined;
  const numeric = column.values.find((value) => value === number);
  if (numeric !== undefined) return numeric;
  // Another number is no number mistyped.
  const guess = column.secret !== true && !column.values.every((value) => typeof value === "number");
  const near = guess ? context.near(word, column.values.map(String)) : undefined;
  context.fail("notChoice", name, {
    column: name,
    value: shown(cell, column),
    values: column.values,
    near,
  });
  return undefined;
}

function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n]/u.test(text);
}
