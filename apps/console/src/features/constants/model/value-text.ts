/** Values as people type and read them: numbers with a comma, JSON as its text. */
import { constantFault } from "@hubwart/contract";
import { constantsTexts } from "../../../texts/index.ts";
import type { ConstantRow } from "../api/constants.ts";

const texts = constantsTexts.editor;

/** For the field; `valueOf` reads it back. */
export function textOf(type: ConstantRow["type"], value: unknown): string {
  if (typeof value === "string" && type !== "json") return value;
  if (typeof value === "number" && type !== "json") return String(value).replace(".", ",");
  return JSON.stringify(value) ?? "";
}

/** In a sentence or a table. */
export function shownValue(value: unknown): string {
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "string") return texts.quoted(value);
  if (typeof value === "number") return String(value).replace(".", ",");
  return JSON.stringify(value) ?? "";
}

export type Reading = { value: unknown; fault?: undefined } | { fault: string };

/** What was typed, by the constant's type and limits. */
export function valueOf(row: ConstantRow, text: string): Reading {
  const read = parsed(row.type, text);
  if (read.fault !== undefined) return read;
  const fault = constantFault(row, read.value);
  return fault === undefined ? read : { fault };
}

function parsed(type: ConstantRow["type"], text: string): Reading {
  switch (type) {
    case "string":
      return { value: text };
    case "bool":
      return { value: text === "true" };
    case "int":
    case "float": {
      const bare = text.trim().replace(/^[−–]/, "-");
      if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d{1,3})?$/i.test(bare)) return { fault: texts.notNumber };
      return { value: Number(bare.replace(",", ".")) };
    }
    case "json":
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return { fault: texts.notJson };
      }
  }
}
