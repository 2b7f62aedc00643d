/**
 * What a client has verified, for somebody who verifies it again: the files of its cache by the names they have in the
 * repository. The newest is all it has; whoever asks for another version of it is told so by what it gets.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "@hubwart/core";
import { rootFile } from "./fetcher.ts";

const NAME = /^(?:(\d{1,9})\.)?(root|timestamp|snapshot|targets)\.json$/;

export function handedOver(cacheFolder: string): (name: string) => Promise<Buffer | undefined> {
  return async (name) => {
    const [, version, role] = NAME.exec(name) ?? [];
    if (role === undefined) return undefined;
    try {
      return await readFile(
        role === "root" ? rootFile(cacheFolder, Number(version)) : path.join(cacheFolder, `${role}.json`),
      );
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
}
