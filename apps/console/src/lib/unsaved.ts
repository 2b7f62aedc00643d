/**
 * What was typed into a form and is not saved, as the device keeps it for a day, and as it comes back into the form. Pure.
 * Secrets are left out (`withoutSecrets`): what comes back has the stored ones in their place.
 */
import { type Typed, withoutSecrets } from "@hubwart/contract";
import { same } from "./conflict.ts";

type Fields = Record<string, unknown>;

/** undefined: nothing that may be kept was changed. */
export function typedOf(kept: object, change: object, before: object, etag?: string): Typed | undefined {
  const stored = new Map<string, unknown>(Object.entries(kept));
  const changed = Object.entries(change).filter(([name, value]) => !same(value, stored.get(name)));
  const open = withoutSecrets(Object.fromEntries(changed)) as Fields;
  // Of a value that has secrets inside, only these may have changed.
  const told = Object.fromEntries(
    Object.entries(open).filter(([name, value]) => !same(value, withoutSecrets(stored.get(name)))),
  );
  if (Object.keys(told).length === 0) return undefined;
  const was = Object.fromEntries(Object.entries(before).filter(([name]) => name in told));
  return { change: told, before: withoutSecrets(was) as Fields, ...(etag === undefined ? {} : { etag }) };
}

/** The form's values with what was kept of them; what the form no longer knows, or knows as something else, is left out. */
export function overlaid<V extends object>(values: V, kept: Readonly<Fields>): Partial<V> {
  const known: Fields = Object.fromEntries(Object.entries(values));
  const fits = Object.entries(kept).filter(([name, value]) => name in known && alike(known[name], value));
  return Object.fromEntries(fits.map(([name, value]) => [name, into(known[name], value)])) as Partial<V>;
}

/** Objects are filled up: a secret inside was left out. */
function into(now: unknown, kept: unknown): unknown {
  if (!isFields(now) || !isFields(kept)) return kept;
  const names = Object.entries(kept).map(([name, value]) => [name, into(now[name], value)]);
  return { ...now, ...Object.fromEntries(names) };
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? "list" : typeof value);
const alike = (a: unknown, b: unknown): boolean =>
  a === undefined || a === null || b === null || kindOf(a) === kindOf(b);
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
