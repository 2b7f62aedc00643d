/** A consistent copy of the pool while its owner writes it. */
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { isMissing, readOwnText } from "@hubwart/core";
import { STATE } from "./files.ts";

const TRIES = 5;

/** The checkpoint and its log belong together: copied again if there was another checkpoint meanwhile. */
export async function copyPool(folder: string, target: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const before = await stateOf(folder);
    try {
      await cp(folder, target, { recursive: true });
      if ((await stateOf(folder)) === before) return;
    } catch (error) {
      // A log that a checkpoint has just replaced.
      if (!isMissing(error) || tries >= TRIES) throw error;
    }
    if (tries >= TRIES) return;
    await rm(target, { recursive: true, force: true });
  }
}

async function stateOf(folder: string): Promise<string> {
  return await readOwnText(path.join(folder, STATE)).catch(() => "");
}
