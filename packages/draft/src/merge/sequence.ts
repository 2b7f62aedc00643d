/** The order of rows and columns after both sides changed it, and the operations that lead there. */
import type { DraftOperation, DraftRow } from "@hubwart/contract";

/**
 * All items of both sides. Who alone moved items sets the order; where both did, ours stays. What only one side has comes behind what
 * stands before it there.
 */
export function mergedOrder<T>(base: readonly T[], ours: readonly T[], theirs: readonly T[]): T[] {
  const [inOurs, inTheirs, inBase] = [new Set(ours), new Set(theirs), new Set(base)];
  const common = (items: readonly T[]) =>
    items.filter((item) => inBase.has(item) && inOurs.has(item) && inTheirs.has(item));
  const before = common(base);
  const moved = (items: readonly T[]) => common(items).some((item, index) => item !== before[index]);
  const [spine, other] = !moved(ours) && moved(theirs) ? [theirs, ours] : [ours, theirs];
  const own = new Set(spine);
  const behind = new Map<T | undefined, T[]>();
  let anchor: T | undefined;
  for (const item of other) {
    if (own.has(item)) anchor = item;
    else behind.set(anchor, [...(behind.get(anchor) ?? []), item]);
  }
  return [undefined, ...spine].flatMap((item) => [
    ...(item === undefined ? [] : [item]),
    ...(behind.get(item) ?? []),
  ]);
}

/** From the rows as they stand to `wanted`, in which new ones stand too; the fewest are moved. */
export function rowOperations(
  table: string,
  now: readonly string[],
  wanted: readonly DraftRow[],
): DraftOperation[] {
  const places = new Map(now.map((id, index) => [id, index]));
  const stay = longestRise(wanted.flatMap(({ id }) => places.get(id) ?? []));
  const ops: DraftOperation[] = [];
  let before: string | null = null;
  let open: "insert" | "move" | undefined;
  for (const row of wanted) {
    const place = places.get(row.id);
    const last = ops.at(-1);
    if (place !== undefined && stay.has(place)) open = undefined;
    else if (place === undefined) {
      if (open === "insert" && last?.op === "insert") last.rows.push(row);
      else ops.push({ op: "insert", table, after: before, rows: [row] });
      open = "insert";
    } else {
      if (open === "move" && last?.op === "move") last.rows.push(row.id);
      else ops.push({ op: "move", table, after: before, rows: [row.id] });
      open = "move";
    }
    before = row.id;
  }
  return ops;
}

/** The numbers of a longest rising part. */
function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) rise.add(at);
  return rise;
}
