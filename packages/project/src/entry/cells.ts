import type { Column } from "../columns.ts";

export type Plain = string | number | boolean | null;
/** By column; what is undefined is an empty cell. */
export type Row = Readonly<Record<string, unknown>>;

/** Empty where it would only say what holds anyway. */
export function written(
  column: Column | undefined,
  value: string | number | boolean | undefined,
): Plain | undefined {
  if (value === undefined || value === column?.default) return undefined;
  return typeof value === "boolean" ? (value ? "ja" : "nein") : value;
}
