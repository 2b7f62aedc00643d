/**
 * A file of the device's own, read whole or not at all. One that cannot be read is kept aside as `<name>.damaged`, and counts as
 * damaged, also after a restart, until it is written anew: so that a page can say what is lost for as long as it is.
 */
import { rename, stat } from "node:fs/promises";
import { ifThere, readFileIfThere } from "./files.ts";

export interface OwnFile<T> {
  /** undefined: there is none, or it cannot be read. */
  value: T | undefined;
  damaged: boolean;
  /** Why it could not be read just now. */
  error?: unknown;
}

/** @param parse throws what is wrong with the text */
export async function readOwnFile<T>(file: string, parse: (text: string) => T): Promise<OwnFile<T>> {
  try {
    const text = await readFileIfThere(file);
    if (text === undefined)
      return { value: undefined, damaged: (await ifThere(stat(aside(file)))) !== undefined };
    return { value: parse(text), damaged: false };
  } catch (error) {
    // A folder in which nothing can be renamed is no reason not to start.
    await rename(file, aside(file)).catch(() => undefined);
    return { value: undefined, damaged: true, error };
  }
}

/** Where a damaged file lies. */
const aside = (file: string): string => `${file}.damaged`;
