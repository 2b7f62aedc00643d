/** Version marks of configurations: a save may say which version it was made from (RFC 9110, 8.8.3 and 13.1.1). */
import { createHash } from "node:crypto";
import { inParts } from "@hubwart/core";

/** Strong tag over the named fields of an answer; properties of the names `without` do not count, however deep. */
export async function etagOf(
  answer: Record<string, unknown>,
  fields: readonly string[],
  without: readonly string[] = [],
): Promise<string> {
  const hash = createHash("sha256");
  for (const field of fields) {
    const value = answer[field] ?? null;
    hash.update(canonical([field, Array.isArray(value) ? value.length : value], without));
    if (!Array.isArray(value)) continue;
    for await (const part of inParts<unknown>(value)) hash.update(canonical(part, without));
  }
  return `"${hash.digest("base64url").slice(0, 22)}"`;
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
