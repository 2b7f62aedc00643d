/**
 * Whether what scripts write comes back to them: a change for which a script writes, that write, and what follows it over links or
 * other scripts make a circle that goes round many times a second.
 *
 *     const feeding = new Feeding(leads);
 *     feeding.wrote("a.lua", cause, channel);      // for each write during a change
 *     await feeding.look();                        // every `LOOK_EVERY`: script → a channel of its circle
 *
 * Invariant: a script that is called often and writes often is none that feeds itself, as long as nothing leads back.
 */

/** Numbers of the channels that a value of this one reaches over links. */
export type Leads = (channel: number) => Promise<readonly number[]>;

export const LOOK_EVERY = 5_000;
/** Writes between two looks from which on a circle is told: 20 per second. */
const OFTEN = (20 * LOOK_EVERY) / 1_000;
const MOST_PAIRS = 2_000;
/** Channels whose links are asked for in one look. */
const MOST_ASKED = 50;

interface Pair {
  script: string;
  cause: number;
  channel: number;
  count: number;
}

export class Feeding {
  readonly #leads: Leads;
  #pairs = new Map<string, Pair>();

  constructor(leads: Leads) {
    this.#leads = leads;
  }

  /** @param cause channel for whose change it wrote; undefined for a timer and the like */
  wrote(script: string, cause: number | undefined, channel: number): void {
    if (cause === undefined) return;
    const key = `${cause} ${channel} ${script}`;
    const pair = this.#pairs.get(key);
    if (pair) pair.count += 1;
    else if (this.#pairs.size < MOST_PAIRS) this.#pairs.set(key, { script, cause, channel, count: 1 });
  }

  async look(): Promise<Map<string, number>> {
    const often = [...this.#pairs.values()].filter(({ count }) => count >= OFTEN);
    this.#pairs = new Map();
    const next = new Map<number, Set<number>>();
    const written = [...new Set(often.map(({ channel }) => channel))].slice(0, MOST_ASKED);
    for (const channel of written) next.set(channel, new Set(await this.#leads(channel)));
    for (const { cause, channel } of often) next.set(cause, (next.get(cause) ?? new Set()).add(channel));
    const found = new Map<string, number>();
    for (const { cause, channel, script } of often)
      if (!found.has(script) && leadsTo(next, channel, cause)) found.set(script, cause);
    return found;
  }
}

function leadsTo(next: ReadonlyMap<number, ReadonlySet<number>>, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const channel of seen) {
    if (channel === to) return true;
    for (const after of next.get(channel) ?? []) seen.add(after);
  }
  return false;
}
