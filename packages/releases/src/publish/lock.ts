/** One writer at a time, of whatever process: the service renews while somebody publishes. Gone with its holder. */
import path from "node:path";
import { ConflictError, ensureFolder } from "@hubwart/core";
import { DatabaseSync } from "@photostructure/sqlite";
import { texts } from "../texts.ts";

/** ms that another writer is waited for. */
const PATIENCE = 30_000;
const AGAIN_AFTER = 50;

export async function alone<T>(folder: string, task: () => Promise<T>): Promise<T> {
  await ensureFolder(folder);
  const db = new DatabaseSync(path.join(folder, "lock.db"));
  try {
    const until = performance.now() + PATIENCE;
    while (!taken(db)) {
      if (performance.now() > until) throw new ConflictError(texts.locked);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    }
    return await task();
  } finally {
    db.close();
  }
}

function taken(db: InstanceType<typeof DatabaseSync>): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}
