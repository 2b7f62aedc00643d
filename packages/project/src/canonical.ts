import { createHash } from "node:crypto";
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

/** Hex SHA-256 of the canonical text. */
export function hashProject(compiled: CompiledProject): string {
  return createHash("sha256").update(canonicalJson(compiled)).digest("hex");
}
