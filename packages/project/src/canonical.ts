import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { CompiledProject } from "./compiled.ts";

/** JSON with sorted keys and nothing between tokens: equal texts exactly for equal data. */
export function canonicalText(data: unknown): string {
  return JSON.stringify(data, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).sort()) sorted[key] = (value as Record<string, unknown>)[key];
  return sorted;
}

/** The one text of a compiled project, as it is stored and hashed. */
export function canonicalJson(compiled: CompiledProject): string {
  return canonicalText(compiled);
}

/** Hex SHA-256 of the canonical text. A page that came over plain http has no hash of the browser's own. */
export function hashProject(compiled: CompiledProject): string {
  return hashText(canonicalJson(compiled));
}

/** Characters that become bytes at once: a large project is not in memory a third time. */
const AT_ONCE = 1 << 18;

export function hashText(text: string): string {
  const hash = sha256.create();
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + AT_ONCE);
    // A character of two units is not cut in two.
    if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    hash.update(encoder.encode(text.slice(at, end)));
    at = end;
  }
  return bytesToHex(hash.digest());
}
