/**
 * Which release the children are started from: `releases/current` is a link to the folder of a version, switched by one
 * rename; without it they are started from where the launcher itself lies.
 */
import path from "node:path";
import { RELEASE_NAME } from "@hubwart/core";
import type { Disk } from "./disk.ts";

const CURRENT = "releases/current";
const NEXT = "releases/.current";

export interface Releases {
  /** Folder of the built entries. */
  readonly folder: string;
  /** null: the installation's own. */
  readonly current: string | null;
  /** Reads what is current; before the first child is started. */
  open(): Promise<void>;
  /** Children that are started from now on are of this version. @throws Error if it is not there */
  runFrom(release: string | null): Promise<void>;
}

/** @param own folder of the launcher's own entries */
export function releasesBelow(root: string, own: string, disk: Disk): Releases {
  let current: string | null = null;
  const there = async (release: string) =>
    RELEASE_NAME.test(release) && (await disk.has(`releases/${release}/server/appliance.mjs`));
  return {
    get folder() {
      return current === null ? own : path.join(root, "releases", current, "server");
    },
    get current() {
      return current;
    },
    async open() {
      const linked = await disk.linkOf(CURRENT);
      current = linked !== undefined && (await there(linked)) ? linked : null;
    },
    async runFrom(release) {
      if (release === null) {
        await disk.remove(CURRENT);
      } else {
        if (!(await there(release))) throw new Error(`Die Version ${release} liegt nicht auf dem Gerät.`);
        await disk.remove(NEXT);
        await disk.link(NEXT, release);
        await disk.rename(NEXT, CURRENT);
      }
      if (await disk.has("releases")) await disk.sync("releases");
      current = release;
    },
  };
}
