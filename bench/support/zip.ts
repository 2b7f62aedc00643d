import { zipOf } from "@hubwart/project/testing/zip";

/** A zip archive of text files in memory. */
export async function zipFiles(entries: readonly (readonly [name: string, text: string])[]): Promise<Buffer> {
  return await zipOf(entries.map(([name, content]) => ({ name, content })));
}
