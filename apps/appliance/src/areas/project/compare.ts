/**
 * How two kept versions differ, found out in a process of its own: large projects take memory and seconds.
 *
 *     const compare = comparing({ versions, staging, entry });
 *     const { changes, links } = await compare("3", "7", signal);
 */
import { NotFoundError, SerialQueue } from "@hubwart/core";
import { compareInChild, type ProjectDiff } from "@hubwart/project";
import { withStagingFolder } from "./staging.ts";
import { texts } from "./texts.ts";
import type { VersionStore } from "./versions.ts";

export interface CompareDeps {
  versions: VersionStore;
  /** Folder for what is under way. */
  staging: string;
  /** Absolute path of the child's script. */
  entry: string;
}
export type Compare = (from: string, to: string, signal: AbortSignal) => Promise<ProjectDiff>;

/** One comparison at a time; whoever went away meanwhile costs nothing. */
export function comparing({ versions, staging, entry }: CompareDeps): Compare {
  const queue = new SerialQueue();
  const compiled = (version: string): string => {
    if (!versions.find(version)) throw new NotFoundError(texts.noVersion);
    return versions.file(version, "compiled.json");
  };
  return async (from, to, signal) => {
    const [before, after] = [compiled(from), compiled(to)];
    if (from === to) return { changes: [], links: [] };
    return await queue.run(async () => {
      signal.throwIfAborted();
      return await withStagingFolder(staging, (folder) =>
        compareInChild({ entry, before, after, folder, signal }),
      );
    });
  };
}
