/** What a command writes, and why the system does not let it: for people at a terminal. */
import { rm, writeFile } from "node:fs/promises";
import { errorText, writeFileAtomic } from "@hubwart/core";
import { UsageError } from "./command.ts";
import { texts } from "./texts.ts";

/** Writes a file that must not be there; of one that does not fit nothing is left. @throws UsageError */
export async function writeNew(file: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: "wx", mode });
  } catch (error) {
    const there = (error as NodeJS.ErrnoException).code === "EEXIST";
    // Where it could not even be made, there is nothing to remove.
    if (!there) await rm(file, { force: true }).catch(() => {});
    throw new UsageError(texts.notWritable(file, systemText(error)));
  }
}

/** Writes a file in place of the one that may be there. @throws UsageError */
export async function writeOver(file: string, content: Uint8Array | string, mode?: number): Promise<void> {
  try {
    await writeFileAtomic(file, content, mode === undefined ? {} : { mode });
  } catch (error) {
    throw new UsageError(texts.notWritable(file, systemText(error)));
  }
}

/** German, without a full stop. */
export function systemText(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  const { system } = texts;
  return Object.hasOwn(system, code) ? system[code as keyof typeof system] : errorText(error);
}
