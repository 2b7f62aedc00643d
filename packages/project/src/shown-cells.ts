/**
 * Cells of a row as an administrator may see them. A column that holds a secret, and one that no schema knows, shows that it
 * is filled and nothing else.
 */
import type { Column, Columns } from "./columns.ts";

export interface ShownCell {
  column: string;
  /** German: what the column says. */
  help: string;
  /** Absent where it is secret. */
  value?: string | number | boolean;
  secret?: true;
  unit?: string;
  /** The cell was empty: what counts without it. */
  usual?: true;
}

/** In the order of the columns; empty cells without a usual value are left out. */
export function shownCells(
  columns: Columns,
  cells: Readonly<Record<string, string | number | boolean>>,
): ShownCell[] {
  const known = Object.entries(columns).flatMap(([name, column]) => {
    const value = cells[name];
    return value === undefined ? [] : [shown(name, column, value)];
  });
  const unknown = Object.keys(cells)
    .filter((name) => !Object.hasOwn(columns, name))
    .map((name): ShownCell => ({ column: name, help: "", secret: true }));
  return [...known, ...unknown];
}

function shown(name: string, column: Column, value: string | number | boolean): ShownCell {
  const words = { column: name, help: column.help };
  if (column.secret) return { ...words, secret: true };
  return {
    ...words,
    value: typeof value === "string" ? withoutPassword(value) : value,
    ...(column.unit === undefined ? {} : { unit: column.unit }),
    ...(column.default === value ? { usual: true as const } : {}),
  };
}

/** An address with user and password in it shows neither. */
function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/i, "$1");
}
