/**
 * Recorded values on their way to the central: the files of the lake as they lie there, by the numbers of the parts in them. A part is sent as
 * soon as it is whole, a quarter of an hour after its values at most; what was joined to a day while there was no connection, as that day.
 *
 * Corrections of recorded values go as the files that they are, and again as those that say that they were undone.
 *
 * The one small file says which numbers the central has, or need not have since they are from before. Where it is damaged, and where the lake was put back
 * or begun anew, all files are offered; the central knows what it has. Times play no part: the clock may be wrong at any moment.
 */

import { rm, stat } from "node:fs/promises";
import {
  hashFile,
  inRanges,
  parseRanges,
  type Ranges,
  rangesText,
  readOwnFile,
  withNumbers,
  writeFileAtomic,
} from "@hubwart/core";
import type { FileSource, OutgoingFile } from "@hubwart/fleet/uplink";
import { type KeptCorrection, type KeptFile, KeptParts, keptCorrections } from "@hubwart/stores";
import * as z from "zod/mini";

const schema = z.object({
  /** Numbers of parts that the central has, or that are from before. */
  sent: z.pipe(z.string(), z.transform(parseRanges)),
  /** Marks of corrections likewise. */
  corrections: z._default(z.array(z.string()), []),
});

export interface HistoryParts {
  /** Folder of the lake. */
  lake: string;
  /** What was sent; absolute path. */
  file: string;
}

export class HistorySource implements FileSource {
  readonly kind = "history";
  readonly #file: string;
  readonly #lake: string;
  readonly #kept: KeptParts;
  #sent: Ranges;
  #corrections: ReadonlySet<string>;
  #under: KeptFile | KeptCorrection | undefined;
  #looked: Promise<void> = Promise.resolve();

  private constructor({ file, lake }: HistoryParts, sent: Ranges, corrections: readonly string[]) {
    this.#file = file;
    this.#lake = lake;
    this.#kept = new KeptParts(lake);
    this.#sent = sent;
    this.#corrections = new Set(corrections);
  }

  /** Where nothing was shared so far, it begins with what is recorded from now on; on the disk when this returns. */
  static async open(parts: HistoryParts): Promise<HistorySource> {
    const { damaged, error, value } = await readOwnFile(parts.file, (text) =>
      z.parse(schema, JSON.parse(text)),
    );
    if (value) {
      const source = new HistorySource(parts, value.sent, value.corrections);
      // At once: without a connection nobody asks for long, and by then the numbers are as high again.
      source.#looked = source.#look().then(
        () => undefined,
        () => undefined,
      );
      return source;
    }
    if (damaged || error !== undefined) return new HistorySource(parts, [], []);
    const before = highest(await new KeptParts(parts.lake).list());
    const corrections = (await keptCorrections(parts.lake)).map(({ mark }) => mark);
    const source = new HistorySource(parts, before === 0 ? [] : [[0, before]], corrections);
    await source.#write();
    return source;
  }

  /** Resolves when the lake was compared with what was sent. */
  get looked(): Promise<void> {
    return this.#looked;
  }

  async next(): Promise<OutgoingFile | undefined> {
    const files = await this.#look();
    const first = ({ numbers }: KeptFile) =>
      Math.min(...numbers.filter((number) => !inRanges(this.#sent, number)));
    const [part] = files.filter((one) => Number.isFinite(first(one))).sort((a, b) => first(a) - first(b));
    const next = part ?? (await keptCorrections(this.#lake)).find(({ mark }) => !this.#corrections.has(mark));
    this.#under = next;
    if (!next) return undefined;
    const { size } = await stat(next.file);
    return { name: next.name, file: next.file, size, sha256: await hashFile(next.file) };
  }

  async over(name: string): Promise<void> {
    const under = this.#under;
    if (under?.name !== name) return;
    if ("numbers" in under) this.#sent = withNumbers(this.#sent, under.numbers);
    else {
      const there = new Set((await keptCorrections(this.#lake)).map(({ mark }) => mark));
      // Those that are gone need no memory.
      const known = [...this.#corrections].filter((mark) => there.has(mark));
      this.#corrections = new Set([...known, under.mark]);
    }
    await this.#write();
  }

  async #look(): Promise<KeptFile[]> {
    const files = await this.#kept.list();
    // Numbers only rise: the lake was put back, or begun anew.
    if (highest(files) < (this.#sent.at(-1)?.[1] ?? 0)) {
      this.#sent = [];
      await this.#write();
    }
    return files;
  }

  #write(): Promise<void> {
    const known = { sent: rangesText(this.#sent), corrections: [...this.#corrections] };
    return writeFileAtomic(this.#file, JSON.stringify(known));
  }
}

/** Nothing of it is remembered: what is shared anew begins anew. */
export async function forgetHistory(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(`${file}.damaged`, { force: true });
}

/** The highest. */
const highest = (files: readonly KeptFile[]): number =>
  Math.max(0, ...files.flatMap(({ numbers }) => numbers));
