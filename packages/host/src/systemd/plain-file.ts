/**
 * Writes lines to a file of the system, readable by everybody. The second line of defence behind the schemas: whatever
 * reaches this point with a control character in it is a defect and is not written.
 */
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { writeFileAtomic } from "@hubwart/core";

const CONTROL = /\p{Cc}/u;

/** @throws Error if a line holds a control character (tab excepted) */
export function plainText(lines: readonly string[]): string {
  for (const line of lines) {
    if (CONTROL.test(line.replaceAll("\t", "")))
      throw new Error(`a line with a control character is not written: ${JSON.stringify(line)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** @throws what the system says; the old content then stays. What an earlier, interrupted write left is removed. */
export async function writePlainFile(file: string, content: string | Uint8Array): Promise<void> {
  const name = path.basename(file);
  await removeLeftovers(path.dirname(file), (of) => of === name);
  await writeFileAtomic(file, content, { mode: 0o644 });
}

/** Removes the temporary files of writes to `isOurs` that a crash interrupted; a folder may belong to others too. */
export async function removeLeftovers(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    const of = /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(name)?.[1];
    if (of !== undefined && isOurs(of)) await rm(path.join(folder, name), { force: true });
  }
}
