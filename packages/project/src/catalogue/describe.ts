import { CATALOGUE, type ErrorKind } from "./index.ts";
import type { Kind } from "./kind.ts";

export interface KindDescription {
  name: ErrorKind;
  code: number;
  level: "error" | "warning";
  /** German, with `…` for what depends on the case. */
  text: string;
  hint: string;
}

const LISTS = new Set(["types", "ifaces", "known", "values"]);

/** Every kind in words, by number; for the documentation. */
export function describeKinds(): KindDescription[] {
  const blank = new Proxy(
    {},
    { get: (_, key) => (LISTS.has(String(key)) ? ["…"] : key === "near" ? undefined : "…") },
  );
  const kinds = Object.entries(CATALOGUE) as [ErrorKind, Kind<object>][];
  return kinds
    .map(([name, { code, level, text, hint }]) => ({
      name,
      code,
      level,
      text: text(blank),
      hint: hint(blank),
    }))
    .sort((a, b) => a.code - b.code);
}
