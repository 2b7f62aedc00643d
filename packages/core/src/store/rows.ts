/** Columns of a row with the type the table promises; anything else is a damaged database. */

export type Row = Record<string, unknown>;

/** What a column takes. */
export type Cell = string | number | Uint8Array | null;

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`column ${column} holds no text`);
  return value;
}

export function int(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`column ${column} holds no number`);
  return value;
}

export function intOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : int(row, column);
}

export function blobOrNull(row: Row, column: string): Uint8Array | null {
  const value = row[column];
  if (value === null) return null;
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} holds no bytes`);
  return value;
}
