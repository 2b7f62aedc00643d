/**
 * What goes by its age, and what by its number: one rule for everything that deletes.
 *
 *     const ageing = await Ageing.open({ clock, file });                     // one per thing that is kept
 *     const before = await ageing.bound({ oldest, newest, keep });           // undefined: nothing goes now
 *     for (const { name } of surplus(files, { most: 7, now, written })) …
 *
 * Invariants, whatever the device's clock says:
 * - Age counts from the newest recorded data, and from the clock where that is behind it. So a device that was off for a year
 *   loses nothing when it starts.
 * - The bound moves on by a day in a real (monotonic) day at most, also over restarts where it has a file.
 * - Nothing goes within an hour of a start or of a jump of the clock; within a week where the system says that its clock is not
 *   synchronised.
 * Who deletes writes a line about it; the newest is never deleted.
 */
import { existsSync } from "node:fs";
import type { Clock } from "./clock.ts";
import { readFileIfThere, writeFileAtomic } from "./files.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** A clock that is moved by more than this against the monotonic one has jumped, ms. */
const JUMP = 60_000;

export interface AgeingOptions {
  clock: Clock;
  /** Where the bound is kept over restarts: for what is deleted in pieces of a day or more. */
  file?: string;
  /** Whether the device's clock follows a time server, as far as is known. */
  synchronised?: () => boolean;
}

export interface Aged {
  /** Times in ms since the epoch: of the oldest and the newest that there is. */
  oldest: number;
  newest: number;
  /** How long it is kept, ms. */
  keep: number;
}

export class Ageing {
  readonly #options: AgeingOptions;
  /** Everything before has gone already, or was let go. */
  #horizon: number | undefined;
  /** The horizon was compared with what there is. */
  #begun = false;
  /** Wall clock against the monotonic one when it was last looked at. */
  #offset: number | undefined;
  #steadySince: number;
  /** Up to here the time that has passed is used up; monotonic. */
  #spent: number;

  private constructor(options: AgeingOptions, horizon: number | undefined) {
    this.#options = options;
    this.#horizon = horizon;
    this.#steadySince = options.clock.monotonic();
    this.#spent = this.#steadySince;
  }

  static async open(options: AgeingOptions): Promise<Ageing> {
    const text = options.file === undefined ? undefined : await readFileIfThere(options.file);
    const horizon = /^\d{1,15}$/.exec(text?.trim() ?? "")?.[0];
    return new Ageing(options, horizon === undefined ? undefined : Number(horizon));
  }

  /** The time before which may be deleted; undefined where nothing may, or nothing is so old. */
  async bound({ keep, newest, oldest }: Aged): Promise<number | undefined> {
    const { clock, file } = this.#options;
    const now = clock.now();
    const mono = clock.monotonic();
    if (!this.#steady(now, mono)) return undefined;
    const wanted = Math.min(now, newest) - keep;
    const from = this.#from(oldest);
    const next = wanted <= oldest ? wanted : Math.min(wanted, from + Math.min(DAY, mono - this.#spent));
    this.#spent = mono;
    if (wanted > oldest && next <= from) return this.#known(Math.min(from, wanted), oldest);
    this.#horizon = next;
    if (file !== undefined && next > oldest) await writeFileAtomic(file, `${Math.round(next)}\n`);
    return this.#known(next, oldest);
  }

  #known(bound: number, oldest: number): number | undefined {
    return bound > oldest ? bound : undefined;
  }

  /**
   * Nothing is waited for where there is nothing, but for a day: what lies far apart goes piece by piece too. After a start not a day
   * beyond the oldest: the file is damaged then, or older data were put back.
   */
  #from(oldest: number): number {
    const begun = this.#begun;
    this.#begun = true;
    const kept = Math.max(this.#horizon ?? oldest, begun ? oldest - DAY : oldest);
    return begun ? kept : Math.min(kept, oldest + DAY);
  }

  #steady(now: number, mono: number): boolean {
    const offset = now - mono;
    if (this.#offset !== undefined && Math.abs(offset - this.#offset) > JUMP) this.#steadySince = mono;
    this.#offset = offset;
    const { synchronised = clockSynchronised } = this.#options;
    return mono - this.#steadySince >= (synchronised() ? HOUR : WEEK);
  }
}

/** What systemd-timesyncd says; true where another program keeps the time, of which nothing is known. */
function clockSynchronised(): boolean {
  return !existsSync("/run/systemd/timesync") || existsSync("/run/systemd/timesync/synchronized");
}

/**
 * Which of several kept states are too many: those from the future first, which were made while the clock was ahead, then the
 * oldest; never the one just written.
 */
export function surplus<T extends { name: string; at: number }>(
  kept: readonly T[],
  { most, now, written }: { most: number; now: number; written?: string },
): T[] {
  const rank = ({ at, name }: T) => (name === written ? Infinity : at > now ? now - at : at);
  return kept.toSorted((a, b) => rank(b) - rank(a)).slice(most);
}
