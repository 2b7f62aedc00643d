/** Values of columns as two projects have them, ready to be shown: short, and without secrets. */
import { wellFormed } from "@hubwart/core";

/** One column of something that changed. */
export interface FieldChange {
  /** Name of the column, as the tables have it. */
  field: string;
  /** Absent: the cell is empty. Both are absent for a secret. */
  before?: string;
  after?: string;
  /** A password or token: that it changed is all that is told. */
  secret?: true;
}

export interface Field {
  value: unknown;
  secret?: true;
}
/** By column. Empty cells are left out. */
export type Fields = ReadonlyMap<string, Field>;

/** Characters of a value that are told. */
const VALUE_MAX = 200;

export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(field);
    const now = after.get(field);
    if (plain(old?.value) === plain(now?.value)) continue;
    if (old?.secret || now?.secret) changes.push({ field, secret: true });
    else changes.push({ field, ...shown("before", old), ...shown("after", now) });
  }
  return changes;
}

function shown<K extends "before" | "after">(key: K, field: Field | undefined): Partial<Record<K, string>> {
  if (field?.value === undefined) return {};
  return { [key]: short(withoutLogin(plain(field.value))) } as Record<K, string>;
}

function plain(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Name and password of an address (RFC 3986 3.2.1) are as secret as a column of passwords. */
function withoutLogin(text: string): string {
  return text.replace(/(\/\/)[^/?#]*@/g, "$1•••@");
}

function short(text: string): string {
  return text.length > VALUE_MAX ? `${wellFormed(text.slice(0, VALUE_MAX))}…` : text;
}
