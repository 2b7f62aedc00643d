/** Settings that cannot be read are kept beside their file: nothing that was configured is thrown away. */
import { rename, stat } from "node:fs/promises";
import { ifThere } from "@hubwart/core";

const aside = (file: string): string => `${file}.damaged`;

export const setAside = (file: string): Promise<void> => rename(file, aside(file));

/** Unix seconds of the last time; undefined: never. A renamed file keeps its times but for the one of its inode. */
export async function setAsideAt(file: string): Promise<number | undefined> {
  const stats = await ifThere(stat(aside(file)));
  return stats && Math.floor(stats.ctimeMs / 1000);
}
