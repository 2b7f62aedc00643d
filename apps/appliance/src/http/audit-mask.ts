/** What may be kept of a call's input: names that carry secrets lose their value, long texts their end. */
import { hidesSecret } from "@hubwart/contract";

const LONGEST_TEXT = 500;
const MOST_ENTRIES = 100;
const DEEPEST = 8;
export const MASKED = "•••";

export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === "string") {
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "…";
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => masked(entry, depth + 1));
  const kept = Object.entries(value)
    .slice(0, MOST_ENTRIES)
    .map(([name, inner]) => [name, hidesSecret(name, inner) ? MASKED : masked(inner, depth + 1)] as const);
  return Object.fromEntries(kept);
}
