/** A stored value as rows of name and text; what lies deeper has its path as name. */
import { formatFileSize } from "../../../lib/format.ts";
import { auditTexts } from "../../../texts/index.ts";

export interface ValueRow {
  name: string;
  text: string;
  /** What `text` is the beginning of. */
  whole?: string;
}

const MOST = 40;
/** The field whose number is one of bytes. */
const SIZE = "size";
/** A checksum. Its beginning is shown, as after an upload; the file has all of it. */
const CHECKSUM = /^[0-9a-f]{40,128}$/;
const CHECKSUM_SHOWN = 16;

export function valueRows(value: unknown): ValueRow[] {
  const rows: ValueRow[] = [];
  collect("", value, rows);
  return rows.every(({ text }) => text === auditTexts.nothing) ? [] : rows.slice(0, MOST);
}

/** Says what was changed: kept where nothing of it is other than before. */
const NAMING: ReadonlySet<string> = new Set([
  "chan",
  "chans",
  "container",
  "file",
  "group",
  "id",
  "iface",
  "name",
  "pod",
  "project",
  "source",
  "user",
]);

/** Before and after without the fields that are alike in both, where there are others. */
export function differing(before: unknown, after: unknown): { before: ValueRow[]; after: ValueRow[] } {
  const [old, now] = [valueRows(before), valueRows(after)];
  const textOfOther = (rows: readonly ValueRow[]) => new Map(rows.map(({ name, text }) => [name, text]));
  const [inOld, inNow] = [textOfOther(old), textOfOther(now)];
  const differs = (others: ReadonlyMap<string, string>) => (row: ValueRow) =>
    others.get(row.name) !== row.text;
  if (!old.some(differs(inNow)) && !now.some(differs(inOld))) return { before: old, after: now };
  const kept = (others: ReadonlyMap<string, string>) => (row: ValueRow) =>
    NAMING.has(row.name.split(".").at(-1) ?? "") || differs(others)(row);
  return { before: old.filter(kept(inNow)), after: now.filter(kept(inOld)) };
}

function collect(name: string, value: unknown, rows: ValueRow[]): void {
  if (value === null || value === undefined) {
    if (name !== "") rows.push({ name, text: auditTexts.nothing });
    return;
  }
  if (typeof value !== "object") {
    const text = textOf(name, value);
    rows.push(
      CHECKSUM.test(text) ? { name, text: text.slice(0, CHECKSUM_SHOWN), whole: text } : { name, text },
    );
    return;
  }
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== "object")) {
    rows.push({ name, text: value.map((one) => textOf(name, one)).join(", ") });
    return;
  }
  const entries = Object.entries(value).map(([key, inner]) => [countedFromOne(value, key), inner] as const);
  if (entries.length === 0 && name !== "") rows.push({ name, text: auditTexts.nothing });
  for (const [key, inner] of entries) collect(name === "" ? key : `${name}.${key}`, inner, rows);
}

/** Items of a list have a number, as people count. */
const countedFromOne = (value: object, key: string): string =>
  Array.isArray(value) ? String(Number(key) + 1) : key;

function textOf(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? auditTexts.yes : auditTexts.no;
  if (typeof value === "number" && name.split(".").at(-1) === SIZE) return formatFileSize(value);
  const text = String(value);
  return text === "" ? auditTexts.nothing : (wordOf(name, text) ?? text);
}

/** What a value that stands for something is called; an item of a list has the list's name. */
function wordOf(name: string, text: string): string | undefined {
  const field = name.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
  const words = Object.hasOwn(auditTexts.values, field) ? auditTexts.values[field] : undefined;
  return words && Object.hasOwn(words, text) ? words[text] : undefined;
}
