/**
 * What of the recorded values lies in which file, by the numbers of the parts: for those who take the files elsewhere. Read beside the
 * recorder; a part that it joins to a day meanwhile is found there at the next look.
 */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ifThere } from "@hubwart/core";
import { CORRECTION_FILE, CORRECTIONS } from "./correction-file.ts";
import { DAY_FILE, numberOfPart, PART, timeOfPart } from "./names.ts";
import { metadataOf, partsNamed } from "./parquet.ts";

export interface KeptFile {
  /** `2026-11-21.parquet`, or that of a part. */
  name: string;
  /** Absolute path. */
  file: string;
  /** Beginning of the quarter of an hour, or of the day, that its rows lie in, ms since the epoch. */
  time: number;
  /** Of the parts that are in it. */
  numbers: readonly number[];
}

export class KeptParts {
  readonly #folder: string;
  /** Days that were read, by size and time. */
  readonly #days = new Map<string, { stamp: string; numbers: readonly number[] }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Days and parts; a damaged file is left out. */
  async list(): Promise<KeptFile[]> {
    const found: KeptFile[] = [];
    for (const name of (await ifThere(readdir(path.join(this.#folder, "hot")))) ?? []) {
      if (!PART.test(name)) continue;
      const file = path.join(this.#folder, "hot", name);
      found.push({ name, file, time: timeOfPart(name), numbers: [numberOfPart(name)] });
    }
    for (const name of (await ifThere(readdir(this.#folder))) ?? []) {
      const day = DAY_FILE.exec(name)?.[1];
      if (day === undefined) continue;
      const numbers = await this.#numbersOf(name);
      if (numbers.length > 0)
        found.push({ name, file: path.join(this.#folder, name), time: Date.parse(day), numbers });
    }
    return found;
  }

  async #numbersOf(name: string): Promise<readonly number[]> {
    const file = path.join(this.#folder, name);
    const about = await ifThere(stat(file));
    if (!about) return [];
    const stamp = `${about.size}.${about.mtimeMs}`;
    const known = this.#days.get(name);
    if (known?.stamp === stamp) return known.numbers;
    const numbers = await metadataOf(file).then(
      (metadata) =>
        partsNamed(metadata)
          .filter((part) => PART.test(part))
          .map(numberOfPart),
      () => [],
    );
    this.#days.set(name, { stamp, numbers });
    return numbers;
  }
}

export interface KeptCorrection {
  /** `0000000042.parquet`, or `0000000042.undone.parquet`. */
  name: string;
  /** Absolute path. */
  file: string;
  /** Another one where the file is: a lake that was put back has others by the same names. */
  mark: string;
}

/** Corrections of the values in a lake, the oldest first. @param folder of the lake */
export async function keptCorrections(folder: string): Promise<KeptCorrection[]> {
  const found: KeptCorrection[] = [];
  const below = path.join(folder, CORRECTIONS);
  for (const name of ((await ifThere(readdir(below))) ?? []).sort()) {
    if (!CORRECTION_FILE.test(name)) continue;
    const file = path.join(below, name);
    const about = await ifThere(stat(file));
    // Undone or gone by its age meanwhile.
    if (about) found.push({ name, file, mark: `${name} ${about.size} ${Math.floor(about.mtimeMs)}` });
  }
  return found;
}
