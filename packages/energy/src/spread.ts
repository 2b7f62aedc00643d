/** An amount that flowed between two instants, over the quarters of an hour that it touches. */

/** ms */
export const QUARTER = 900_000;

/** What one quarter of an hour gets. */
export interface Posting {
  /** Number of the quarter since the epoch, UTC. */
  slot: number;
  /** Millionths of the base unit. */
  amount: number;
  /** So long something is known of it, ms. */
  known: number;
  /** So much of that is estimated, ms. */
  estimated: number;
}

export const slotOf = (instant: number): number => Math.floor(instant / QUARTER);

/**
 * By time, as if it had flowed evenly. The parts are whole and add up to the amount: each is the difference of two rounded sums.
 * An amount without a length of time goes to its instant.
 */
export function spread(from: number, to: number, amount: number, estimated: boolean): Posting[] {
  if (to <= from) return [{ slot: slotOf(to), amount, known: 0, estimated: 0 }];
  const postings: Posting[] = [];
  let before = 0;
  // The last instant belongs to the quarter that it ends.
  for (let slot = slotOf(from), last = slotOf(to - 1); slot <= last; slot += 1) {
    const begin = Math.max(from, slot * QUARTER);
    const end = Math.min(to, (slot + 1) * QUARTER);
    const sum = share(amount, end - from, to - from);
    const known = end - begin;
    postings.push({ slot, amount: sum - before, known, estimated: estimated ? known : 0 });
    before = sum;
  }
  return postings;
}

/** amount × part / whole, exact before it is rounded: the product may be beyond whole numbers. */
function share(amount: number, part: number, whole: number): number {
  const product = amount * part;
  if (Number.isSafeInteger(product)) return Math.floor(product / whole);
  return Number((BigInt(amount) * BigInt(Math.round(part))) / BigInt(Math.round(whole)));
}
