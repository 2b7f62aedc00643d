/**
 * JSON Pointer (RFC 6901), split once and followed often.
 *
 *     const path = parsePointer("/sensors/0/temp");
 *     followPointer(path, { sensors: [{ temp: 21.5 }] });   // 21.5
 *
 * `undefined` means "nothing there": it is no JSON value.
 */
export const POINTER_PATTERN = /^(\/([^~]|~[01])*)*$/;

/** The unescaped tokens; empty for the whole document. */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const ARRAY_INDEX = /^(0|[1-9]\d*)$/;

export function followPointer(tokens: readonly string[], document: unknown): unknown {
  let at: unknown = document;
  for (const token of tokens) {
    if (Array.isArray(at)) {
      if (!ARRAY_INDEX.test(token)) return undefined;
      at = at[Number(token)];
    } else if (typeof at === "object" && at !== null && Object.hasOwn(at, token)) {
      at = (at as Record<string, unknown>)[token];
    } else {
      return undefined;
    }
  }
  return at;
}
