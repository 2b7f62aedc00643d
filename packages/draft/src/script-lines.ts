/**
 * What was typed into a script as an operation that names no more than the lines that changed, so that what others write into it
 * meanwhile stays.
 *
 *     const op = scriptLinesOp("regel.lua", "a\\nb\\nc", "a\\nB\\nc");     // { at: 1, before: ["a", "b", "c"], after: ["a", "B", "c"] }
 */
import type { DraftOperation } from "@hubwart/contract";

type ScriptLines = Extract<DraftOperation, { op: "scriptLines" }>;

/** Lines before and after a change by which its place is known. */
const AROUND = 2;

/** Undefined where both texts are the same. */
export function scriptLinesOp(name: string, before: string, after: string): ScriptLines | undefined {
  if (before === after) return undefined;
  const [old, now] = [before.split("\n"), after.split("\n")];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const from = Math.max(0, start - AROUND);
  const rest = Math.max(0, end - AROUND);
  return {
    op: "scriptLines",
    name,
    at: from + 1,
    before: old.slice(from, old.length - rest),
    after: now.slice(from, now.length - rest),
  };
}

/** Where they stood, or the one place to which they moved; undefined for none or several. */
export function placeOfLines(
  lines: readonly string[],
  wanted: readonly string[],
  expected: number,
): number | undefined {
  const stand = (at: number): boolean => wanted.every((line, offset) => lines[at + offset] === line);
  if (stand(expected)) return expected;
  let found: number | undefined;
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (!stand(at)) continue;
    if (found !== undefined) return undefined;
    found = at;
  }
  return found;
}
