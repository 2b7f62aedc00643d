/**
 * Rows in the order of one column: numbers by size, texts with 9 before 10, whatever is missing last. Each value is prepared once,
 * not at each comparison, which for 100,000 rows are two million.
 *
 *     inOrder(pods, ({ id }) => id, true);     // backwards
 */
export type Sortable = string | number | boolean | undefined;

export function inOrder<T>(rows: readonly T[], value: (row: T) => Sortable, desc: boolean): readonly T[] {
  const keys = rows.map((row) => keyOf(value(row)));
  const forwards = desc ? -1 : 1;
  const before = (a: number, b: number): number => {
    const one = keys[a];
    const other = keys[b];
    if (one === other) return a - b;
    if (one === undefined) return 1;
    if (other === undefined) return -1;
    return one < other ? -forwards : one > other ? forwards : a - b;
  };
  const ordered: T[] = [];
  for (const index of [...rows.keys()].sort(before)) ordered.push(rows[index] as T);
  return ordered;
}

/** Digits are filled up with zeros, so that comparing texts compares numbers. */
const DIGITS = 16;

function keyOf(value: Sortable): Exclude<Sortable, boolean> {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string") return value;
  return value.toLowerCase().replace(/\d+/g, (number) => number.padStart(DIGITS, "0"));
}
