/**
 * Recorded values on their way to the central: the files of the lake as they lie there, by the numbers of the parts in them. A part is sent as
 * soon as it is whole, a quarter of an hour after its values at most; what was joined to a day while there was no connection, as that day.
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
import { type KeptFile, KeptParts } from "@hubwart/stores";
import * as z from "zod/mini";

const schema = z.object({
  /** Numbers of parts that the central has, or that are from before. */
  sent: z.pipe(z.string(), z.transform(parseRanges)),
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
  readonly #kept: KeptParts;
  #sent: Ranges;
  #under: KeptFile | undefined;

  private constructor(file: string, kept: KeptParts, sent: Ranges) {
    this.#file = file;
    this.#kept = kept;
    this.#sent = sent;
  }

  /** Where nothing was shared so far, it begins with what is recorded from now on; on the disk when this returns. */
  static async open({ file, lake }: HistoryParts): Promise<HistorySource> {
    const kept = new KeptParts(lake);
    const { damaged, error, value } = await readOwnFile(file, (text) => z.parse(schema, JSON.parse(text)));
    if (value) return new HistorySource(file, kept, value.sent);
    const lost = damaged || error !== undefined;
    const before = lost ? 0 : highest(await kept.list());
    const source = new HistorySource(file, kept, before === 0 ? [] : [[0, before]]);
    if (!lost) await source.#write();
    return source;
  }

  async next(): Promise<OutgoingFile | undefined> {
    const files = await this.#kept.list();
    // Numbers only rise: the lake was put back, or begun anew.
    if (highest(files) < (this.#sent.at(-1)?.[1] ?? 0)) this.#sent = [];
    const first = ({ numbers }: KeptFile) =>
      Math.min(...numbers.filter((number) => !inRanges(this.#sent, number)));
    const [next] = files.filter((one) => Number.isFinite(first(one))).sort((a, b) => first(a) - first(b));
    this.#under = next;
    if (!next) return undefined;
    const { size } = await stat(next.file);
    return { name: next.name, file: next.file, size, sha256: await hashFile(next.file) };
  }

  async over(name: string): Promise<void> {
    if (this.#under?.name !== name) return;
    const { numbers } = this.#under;
    this.#sent = withNumbers(this.#sent, numbers);
    await this.#write();
  }

  #write(): Promise<void> {
    return writeFileAtomic(this.#file, JSON.stringify({ sent: rangesText(this.#sent) }));
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
