/**
 * What the processes say at the terminal while they are on trial; kept when it was in vain. Bounded: the beginning says
 * why something does not come up.
 */
import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { changeoverFolder } from "@hubwart/core";

const MOST_BYTES = 256 * 1024;

export class TrialLog {
  readonly #file: WriteStream;
  #bytes = 0;

  constructor(root: string, id: string) {
    const folder = changeoverFolder(root, id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = createWriteStream(path.join(folder, "trial.log"), { flags: "a", mode: 0o600 });
    // Without room the trial goes on all the same.
    this.#file.on("error", () => undefined);
  }

  write(text: string | Buffer): void {
    if (this.#bytes >= MOST_BYTES || this.#file.destroyed || this.#file.writableEnded) return;
    const chunk = Buffer.from(text).subarray(0, MOST_BYTES - this.#bytes);
    this.#bytes += chunk.length;
    this.#file.write(chunk);
  }

  end(): void {
    this.#file.end();
  }
}

/** The child's output goes where the launcher's goes, and to `copy`. */
export function passOn(
  output: Readable | null,
  to: NodeJS.WritableStream,
  copy: (chunk: Buffer) => void,
): void {
  output?.on("data", (chunk: Buffer) => {
    to.write(chunk);
    copy(chunk);
  });
}
