import { lstat, mkdir, rmdir, unlink } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { ConfigError, ensureFolder, isMissing, type Scope } from "@hubwart/core";
import { socketAnswers } from "@hubwart/ipc";
import { texts } from "./texts.ts";

/**
 * At most one launcher a data directory. The lock is a listening Unix socket: it is gone with its
 * process however that ends, which a lock file is not.
 *
 * Invariant: whether somebody answers, and the place that is taken if not, are one step for all launchers that
 * start at the same moment: each makes the folder `.taking` for it. Whoever died in that step left it behind: one that
 * is still the same after `abandoned` ms counts no more, whatever the clocks of then and now say.
 *
 * @returns false if another launcher holds the folder. @throws ConfigError if the folder belongs to somebody else.
 */
export async function lockDataFolder(
  runFolder: string,
  scope: Scope,
  { abandoned = ABANDONED }: { abandoned?: number } = {},
): Promise<boolean> {
  await ensureFolder(runFolder);
  await refuseForeign(runFolder);
  const file = path.join(runFolder, "main.sock");
  return await alone(path.join(runFolder, ".taking"), abandoned, async () => {
    if (await socketAnswers(file)) return false;
    await unlink(file).catch(ignoreMissing);
    const server = net.createServer((socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(file, resolve);
    });
    server.unref();
    scope.add(() => new Promise((resolve) => server.close(() => resolve())));
    return true;
  });
}

const ABANDONED = 5_000;
const AGAIN_AFTER = 20;

/** mkdir(2) makes a folder for one caller only. */
async function alone<T>(folder: string, abandoned: number, task: () => Promise<T>): Promise<T> {
  let seen: { which: string | undefined; since: number } = { which: undefined, since: 0 };
  while (!(await made(folder))) {
    const facts = await lstat(folder).catch(ignoreMissing);
    const which = facts && `${facts.ino} ${facts.ctimeMs}`;
    if (which === undefined || which !== seen.which) seen = { which, since: performance.now() };
    else if (performance.now() - seen.since > abandoned) await rmdir(folder).catch(ignoreMissing);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
  try {
    return await task();
  } finally {
    await rmdir(folder).catch(ignoreMissing);
  }
}

async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** The folder may lie below the system's temporary one, where others could have made it first. */
async function refuseForeign(folder: string): Promise<void> {
  const facts = await lstat(folder);
  const ours = process.getuid === undefined || facts.uid === process.getuid();
  if (facts.isDirectory() && ours && (facts.mode & 0o022) === 0) return;
  throw new ConfigError(texts.folderOfOthers(folder));
}
