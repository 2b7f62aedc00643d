/** Version marks of configurations: a save may say which version it was made from (RFC 9110, 8.8.3 and 13.1.1). */
import { createHash } from "node:crypto";

/** Strong tag over the named fields of an answer; properties of the names `without` do not count, however deep. */
export function etagOf(
  answer: Record<string, unknown>,
  fields: readonly string[],
  without: readonly string[] = [],
): string {
  const covered = fields.map((field) => [field, answer[field] ?? null]);
  return `"${createHash("sha256").update(canonical(covered, without)).digest("base64url").slice(0, 22)}"`;
}

export function matches(ifMatch: string, tag: string): boolean {
  return ifMatch.split(",").some((given) => given.trim() === tag || given.trim() === "*");
}

/** JSON with sorted keys, so that equal settings have equal tags. */
function canonical(value: unknown, without: readonly string[]): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([name]) => !without.includes(name))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  );
}
