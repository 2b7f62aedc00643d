import { lstat, mkdir, rmdir, unlink } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { ifThere } from "./files.ts";
import type { Scope } from "./lifecycle.ts";

/**
 * At most one holder a folder, which exists. The lock is a listening Unix socket: it is gone with its
 * process however that ends, which a lock file is not.
 *
 * Invariant: whether somebody answers, and the place that is taken if not, are one step for all that
 * start at the same moment: each makes the folder `.taking` for it. Whoever died in that step left it behind: one that
 * is still the same after `abandoned` ms counts no more, whatever the clocks of then and now say.
 *
 * @returns false if another process holds the folder
 */
export async function lockFolder(
  folder: string,
  scope: Scope,
  { abandoned = ABANDONED }: { abandoned?: number } = {},
): Promise<boolean> {
  const file = path.join(folder, FOLDER_LOCK);
  return await alone(path.join(folder, ".taking"), abandoned, async () => {
    if (await socketAnswers(file)) return false;
    await ifThere(unlink(file));
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

export const FOLDER_LOCK = "main.sock";
const ABANDONED = 5_000;
const AGAIN_AFTER = 20;

/** Whether a process listens on this Unix socket. */
export function socketAnswers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(file);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** mkdir(2) makes a folder for one caller only. */
async function alone<T>(folder: string, abandoned: number, task: () => Promise<T>): Promise<T> {
  let seen: { which: string | undefined; since: number } = { which: undefined, since: 0 };
  while (!(await made(folder))) {
    const facts = await ifThere(lstat(folder));
    const which = facts && `${facts.ino} ${facts.ctimeMs}`;
    if (which === undefined || which !== seen.which) seen = { which, since: performance.now() };
    else if (performance.now() - seen.since > abandoned) await ifThere(rmdir(folder));
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
  try {
    return await task();
  } finally {
    await ifThere(rmdir(folder));
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
