/**
 * Numbered files `KIND-N.ENDING` of one kind, written on and bounded: one has at most 2 MiB, and five are kept. Formats that end with
 * something are whole after every write; one that a power cut left torn is not written on.
 */
import { appendFile, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { ifThere, readOwn } from "@hubwart/core";

export const FILE_BYTES = 2 * 1024 * 1024;
const FILES = 5;
export const TRACE_NAME = /^(telegramme|protokoll)-(\d{1,9})\.(pcap|xml|log)$/;

export interface TraceFormat {
  kind: "telegramme" | "protokoll";
  ending: "pcap" | "xml" | "log";
  head: Buffer;
  tail: Buffer;
  /** Whether bytes of an earlier run can be written on. */
  whole(bytes: Buffer): boolean;
}

export class TraceFiles {
  /** Files that this run has found whole, or begun. */
  readonly #trusted = new Set<string>();

  async write(folder: string, format: TraceFormat, bytes: Buffer): Promise<void> {
    const { kind, ending, head, tail } = format;
    const file = (number: number) => path.join(folder, `${kind}-${number}.${ending}`);
    const numbers = (await traceNames(folder))
      .flatMap((name) => {
        const [, ofKind, number, ofEnding] = TRACE_NAME.exec(name) ?? [];
        return ofKind === kind && ofEnding === ending ? [Number(number)] : [];
      })
      .sort((a, b) => a - b);
    const last = numbers.at(-1) ?? 0;
    const size = last === 0 ? undefined : await this.#sizeOf(file(last), format);
    if (size !== undefined && size + bytes.length <= FILE_BYTES) {
      await overwriteTail(file(last), size - tail.length, Buffer.concat([bytes, tail]));
      return;
    }
    const next = file(last + 1);
    await appendFile(next, Buffer.concat([head, bytes, tail]), { mode: 0o600 });
    this.#trusted.add(next);
    for (const old of numbers.slice(0, Math.max(0, numbers.length + 1 - FILES))) {
      this.#trusted.delete(file(old));
      await rm(file(old), { force: true });
    }
  }

  /** Undefined for a file that is not to be written on. */
  async #sizeOf(file: string, format: TraceFormat): Promise<number | undefined> {
    if (!this.#trusted.has(file)) {
      if (!format.whole(await readOwn(file))) return undefined;
      this.#trusted.add(file);
    }
    return (await stat(file)).size;
  }
}

/** Names in a folder that may be handed out; none if there is no folder. */
export async function traceNames(folder: string): Promise<string[]> {
  return ((await ifThere(readdir(folder))) ?? []).filter((name) => TRACE_NAME.test(name));
}

async function overwriteTail(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.write(bytes, 0, bytes.length, at);
  } finally {
    await handle.close();
  }
}
