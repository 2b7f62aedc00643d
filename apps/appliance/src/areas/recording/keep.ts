/** How much of what is recorded is kept, and what would go if it was less. */
import path from "node:path";
import { ConflictError, ensureFolder, InvalidInputError, SerialQueue, writeFileAtomic } from "@hubwart/core";
import { type Keep, keepText, type LakeDay, readKeep } from "@hubwart/stores";
import { texts } from "./texts.ts";

export interface KeepParts {
  file: string;
  /** As the service was set up. */
  fallback: Keep;
  /** Recorded days, newest first. */
  days: () => Promise<readonly LakeDay[]>;
  /** Bytes that there is room for, with what is recorded already. */
  room: () => Promise<number>;
  now: () => number;
  /** Has the recorder take what was chosen. @returns whether it was told */
  changed: () => Promise<boolean>;
}

export interface Gone {
  days: number;
  bytes: number;
  /** UTC, `2026-11-24`. */
  oldest?: string;
  newest?: string;
}

const DAY = 86_400_000;

export class KeepSetting {
  readonly #parts: KeepParts;
  readonly #queue = new SerialQueue();
  #chosen: Keep | undefined;
  #damaged: boolean;

  private constructor(parts: KeepParts, chosen: Keep | undefined, damaged: boolean) {
    this.#parts = parts;
    this.#chosen = chosen;
    this.#damaged = damaged;
  }

  static async open(parts: KeepParts): Promise<KeepSetting> {
    await ensureFolder(path.dirname(parts.file));
    const { error, keep } = await readKeep(parts.file, parts.fallback);
    const chosen = keep === parts.fallback || error !== undefined ? undefined : keep;
    return new KeepSetting(parts, chosen, error !== undefined);
  }

  /** What was chosen is lost, and the recorder deletes nothing until somebody chooses again. */
  get damaged(): boolean {
    return this.#damaged;
  }

  get keep(): Keep {
    return this.#chosen ?? this.#parts.fallback;
  }

  async look(): Promise<Keep & { chosen: boolean; room: number }> {
    return { ...this.keep, chosen: this.#chosen !== undefined, room: await this.#parts.room() };
  }

  async preview(keep: Keep): Promise<{ at_once: Gone; by_age: Gone }> {
    return goneOf(await this.#parts.days(), keep, this.#parts.now());
  }

  /** @param deletes days that whoever saves was told of. @throws InvalidInputError, ConflictError */
  save(keep: Keep, deletes: number): Promise<boolean> {
    return this.#queue.run(async () => {
      const room = await this.#parts.room();
      if (keep.bytes > room && keep.bytes > this.keep.bytes)
        throw new InvalidInputError([{ field: "bytes", message: texts.noRoom(room) }]);
      const { at_once: gone } = await this.preview(keep);
      if (gone.days > deletes) throw new ConflictError(texts.moreGone(gone.days));
      await writeFileAtomic(this.#parts.file, keepText(keep));
      this.#chosen = { ...keep };
      this.#damaged = false;
      return await this.#parts.changed();
    });
  }
}

/**
 * As the recorder deletes (`LakeFiles.trim`): never the newest day; for lack of room at once, by age a day a day, counted from what was
 * recorded last where the clock is ahead of it.
 *
 * @param days newest first
 */
export function goneOf(days: readonly LakeDay[], keep: Keep, now: number): { at_once: Gone; by_age: Gone } {
  const newest = startOf(days[0]) + DAY;
  const before = Math.min(now, newest) - keep.days * DAY;
  const atOnce: LakeDay[] = [];
  const byAge: LakeDay[] = [];
  let bytes = 0;
  for (const [place, day] of days.entries()) {
    bytes += day.size;
    if (place === 0) continue;
    if (bytes > keep.bytes) atOnce.push(day);
    else if (startOf(day) + DAY <= before) byAge.push(day);
  }
  return { at_once: sum(atOnce), by_age: sum(byAge) };
}

function sum(days: readonly LakeDay[]): Gone {
  const [newest, oldest] = [days[0], days.at(-1)];
  return {
    days: days.length,
    bytes: days.reduce((all, { size }) => all + size, 0),
    ...(newest && oldest ? { oldest: dayOf(oldest), newest: dayOf(newest) } : {}),
  };
}

const dayOf = ({ name }: LakeDay): string => name.slice(0, 10);
const startOf = (day: LakeDay | undefined): number => (day ? Date.parse(dayOf(day)) : 0);
