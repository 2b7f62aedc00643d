/**
 * Drawn rows are used again for those that come into sight: writing other texts into a row is a fraction of the work of a new one.
 *
 *     const arrange = createSlots();
 *     arrange(["r1", "r2"], true);  // [{ slot: 0, at: 0 }, { slot: 1, at: 1 }]
 *     arrange(["r2", "r3"], false); // [{ slot: 0, at: 1 }, { slot: 1, at: 0 }]
 */
export interface Slotted {
  /** The same as before for what stayed in sight, wherever it stands now. */
  slot: number;
  /** Place among the rows that were given. */
  at: number;
}

/**
 * @returns in the order of the document. `settled`: that of the rows, for those who have it read to them; otherwise as drawn
 * before, since moving what is drawn costs as much as drawing it anew
 */
export function createSlots(): (ids: readonly string[], settled: boolean) => Slotted[] {
  let held: readonly { id: string; slot: number }[] = [];
  return (ids, settled) => {
    const wanted = new Map(ids.map((id, at) => [id, at]));
    const left = held.filter(({ id }) => !wanted.has(id)).map(({ slot }) => slot);
    const slots = new Map(held.map(({ id, slot }) => [id, slot]));
    let next = held.reduce((most, { slot }) => Math.max(most, slot), -1) + 1;
    const arranged = ids.map((id, at) => ({ id, at, slot: slots.get(id) ?? left.shift() ?? next++ }));
    if (!settled) {
      const places = new Map(held.map(({ slot }, place) => [slot, place]));
      const place = ({ slot }: Slotted) => places.get(slot) ?? Number.MAX_SAFE_INTEGER;
      arranged.sort((a, b) => place(a) - place(b));
    }
    held = arranged;
    return arranged;
  };
}
