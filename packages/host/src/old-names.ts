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

/**
 * `values` as they are stored: under the names of then as well, so that an earlier version that runs again finds them; and
 * beside what was `read` and is not known here, which a later version has stored and finds again.
 */
export function withNamesOfThen(values: object, read: unknown): Record<string, unknown> {
  const known: Record<string, unknown> = { ...values };
  const before = withNamesOfNow(read);
  const stored =
    typeof before === "object" && before !== null && !Array.isArray(before) ? { ...before, ...known } : known;
  for (const [old, now] of RENAMED) if (stored[now] !== undefined) stored[old] = stored[now];
  return stored;
}
