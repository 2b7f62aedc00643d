/**
 * What two people made of the same settings: what the other one stored, beside what is typed here. Pure.
 *
 * Compared and merged are the single values inside objects and lists of the same length; a list that became longer or
 * shorter is one value.
 */
import { mergeTexts } from "./line-diff.ts";

/** A value that was stored meanwhile. */
export interface Overtaken {
  /** Dotted path. */
  field: string;
  theirs: unknown;
  mine: unknown;
}

/** What the note about it shows: `field` in words, and both values as text. */
export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

/** The three ways out. Only `overwrite` saves. */
export interface Conflict {
  /** How often saving came to this: the note has the focus each time. */
  met: number;
  differences: readonly Difference[];
  takeOver: () => void;
  /** Absent where there is one value only. */
  merge?: () => void;
  overwrite: () => void;
}

/** How a form calls its fields, and shows values that a person would not know as they are stored. */
export interface Words<V> {
  label: (field: string, values: V) => string;
  value?: (field: string, value: unknown) => string | undefined;
}

/** Of forms whose fields have fixed names: dotted path → label. */
export const namedFields = <V>(
  labels: Readonly<Record<string, string>>,
  value?: NonNullable<Words<V>["value"]>,
): Words<V> => ({ label: (field) => labels[field] ?? field, ...(value ? { value } : {}) });

/** What keeps both of two changes of the same lines. */
export type Both = (mine: readonly string[], theirs: readonly string[]) => readonly string[];

const keepBoth: Both = (mine, theirs) => [...mine, ...theirs];

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function overtaken(before: unknown, theirs: unknown, mine: unknown, field = ""): Overtaken[] {
  if (same(before, theirs)) return [];
  const names = namesOf(before, theirs, mine);
  if (!names) return [{ field, theirs, mine }];
  return names.flatMap((name) =>
    overtaken(
      part(before, name),
      part(theirs, name),
      part(mine, name),
      field === "" ? name : `${field}.${name}`,
    ),
  );
}

/** Theirs, and mine where it was changed here. */
export function merged<V>(before: V, theirs: V, mine: V, both: Both = keepBoth): V {
  return mergedPart(before, theirs, mine, both) as V;
}

function mergedPart(before: unknown, theirs: unknown, mine: unknown, both: Both): unknown {
  if (same(before, mine)) return theirs;
  if (same(before, theirs)) return mine;
  const names = namesOf(before, theirs, mine);
  if (names) {
    const entries = names.map(
      (name) => [name, mergedPart(part(before, name), part(theirs, name), part(mine, name), both)] as const,
    );
    return Array.isArray(mine) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  }
  return [before, theirs, mine].every((text) => typeof text === "string") && String(mine).includes("\n")
    ? mergeTexts(String(before), String(mine), String(theirs), both)
    : mine;
}

/** Undefined if the three are values of their own. */
function namesOf(...all: readonly unknown[]): string[] | undefined {
  if (!all.every((value) => typeof value === "object" && value !== null)) return undefined;
  const lists = all.filter((value) => Array.isArray(value));
  if (lists.length > 0 && (lists.length < all.length || new Set(lists.map(({ length }) => length)).size > 1))
    return undefined;
  return [...new Set(all.flatMap((value) => Object.keys(value)))];
}

const part = (value: unknown, name: string): unknown => Reflect.get(value as object, name);
