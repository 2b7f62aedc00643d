import { ensureFolder, FOLDER_LOCK, lockFolder, type Scope } from "@hubwart/core";
import { socketFolder } from "./socket-folder.ts";

/**
 * At most one central a data folder. A second one would work in the database of the first, and write anew what its NATS goes by.
 *
 * @returns false if another one holds it
 */
export async function lockCentral(dataDir: string, scope: Scope): Promise<boolean> {
  const folder = socketFolder(dataDir, "run", FOLDER_LOCK);
  await ensureFolder(folder);
  return await lockFolder(folder, scope);
}
