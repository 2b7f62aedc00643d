/** Names under which an earlier version stored settings, and their names now. */
const RENAMED: readonly (readonly [old: string, now: string])[] = [["timeSync", "ntp"]];

/** `stored` with the names of now; what is stored under both counts as it is now. */
export function withNamesOfNow(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return stored;
  const values: Record<string, unknown> = { ...stored };
  for (const [old, now] of RENAMED) {
    if (!Object.hasOwn(values, old)) continue;
    values[now] ??= values[old];
    delete values[old];
  }
  return values;
}
