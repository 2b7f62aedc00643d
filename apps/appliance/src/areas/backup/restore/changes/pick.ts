/**
 * Some small files out of an archive that may be huge: each is checked against the list before it counts, and reading ends with
 * the last of them. (IEEE 1003.1, ustar and pax.)
 */
import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Manifest } from "@hubwart/archive";
import { filesIn } from "@hubwart/archive";

/**
 * @param wanted of the manifest; names that lead out of the folder are never written
 * @returns names of those that are in `folder` now, as the list says they are
 */
export async function pickFiles(
  plain: Readable,
  folder: string,
  wanted: Manifest["files"],
  signal: AbortSignal,
): Promise<Set<string>> {
  const left = new Map(wanted.filter(({ name }) => isBelow(name)).map((entry) => [entry.name, entry]));
  const picked = new Set<string>();
  if (left.size === 0) plain.destroy();
  const stop = () => plain.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const { name, pieces, size } of filesIn(asFarAsItGoes(plain))) {
      if (signal.aborted) break;
      const entry = left.get(name);
      if (entry?.size !== size) continue;
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const hash = createHash("sha256");
      await pipeline(hashed(pieces(), hash), createWriteStream(file, { mode: 0o600, flags: "wx" }));
      if (hash.digest("hex") !== entry.sha256) {
        await rm(file);
        break;
      }
      left.delete(name);
      picked.add(name);
      if (left.size === 0) break;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    plain.destroy();
  }
  return picked;
}

/** What breaks off ends. */
async function* asFarAsItGoes(plain: Readable): AsyncIterable<Buffer> {
  try {
    for await (const chunk of plain) yield chunk as Buffer;
  } catch {
    // What has not come by then is not picked.
  }
}

async function* hashed(pieces: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

function isBelow(name: string): boolean {
  return name.length < 1024 && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
