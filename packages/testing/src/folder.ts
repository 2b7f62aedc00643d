/** Folders of their own for tests, gone afterwards. Hooks run in the order they are made and end in the reverse one. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** A new folder for each test: `folder()` is its absolute path. */
export function useFolder(): () => string {
  return folderBetween(beforeEach, afterEach);
}

/** One folder for all tests of the file or the block. */
export function useSharedFolder(): () => string {
  return folderBetween(beforeAll, afterAll);
}

function folderBetween(before: typeof beforeEach, after: typeof afterEach): () => string {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-test-"));
  });
  // What a test ended may just be writing its last file.
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return () => folder;
}
