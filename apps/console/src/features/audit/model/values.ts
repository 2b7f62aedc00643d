/** A stored value as rows of name and text; what lies deeper has its path as name. */
import { auditTexts } from "../../../texts/index.ts";

export interface ValueRow {
  name: string;
  text: string;
}

const MOST = 40;

export function valueRows(value: unknown): ValueRow[] {
  const rows: ValueRow[] = [];
  collect("", value, rows);
  return rows.slice(0, MOST);
}

function collect(name: string, value: unknown, rows: ValueRow[]): void {
  if (value === null || value === undefined) {
    if (name !== "") rows.push({ name, text: auditTexts.nothing });
    return;
  }
  if (typeof value !== "object") {
    rows.push({ name, text: textOf(name, value) });
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 && name !== "") rows.push({ name, text: auditTexts.nothing });
  for (const [key, inner] of entries) collect(name === "" ? key : `${name}.${key}`, inner, rows);
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? auditTexts.yes : auditTexts.no;
  const text = String(value);
  return text === "" ? auditTexts.nothing : (wordOf(name, text) ?? text);
}

/** What a value that stands for something is called; an item of a list has the list's name. */
function wordOf(name: string, text: string): string | undefined {
  const field = name.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
  const words = Object.hasOwn(auditTexts.values, field) ? auditTexts.values[field] : undefined;
  return words && Object.hasOwn(words, text) ? words[text] : undefined;
}
