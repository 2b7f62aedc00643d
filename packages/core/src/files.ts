import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { nodeCrypto } from "./crypto.ts";

/**
 * File writes that survive a power cut: after `writeFileAtomic` returns, a reader sees either the
 * whole old or the whole new content, also after the machine lost power at any moment.
 * (write to a sibling, fsync, rename over, fsync the folder; see rename(2) and fsync(2))
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  options: { mode?: number } = {},
): Promise<void> {
  const folder = path.dirname(file);
  const temporary = path.join(
    folder,
    `.${path.basename(file)}.${nodeCrypto().randomBytes(6).toString("hex")}.tmp`,
  );
  const handle = await open(temporary, "wx", options.mode ?? 0o600);
  try {
    await writeAndClose(handle, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function writeAndClose(handle: FileHandle, content: string | Uint8Array): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes renames and unlinks in `folder` durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the content of an existing file durable. */
export async function syncFile(file: string): Promise<void> {
  await syncFolder(file);
}

/** Makes a file, or a folder with all that is below it, durable. Links are part of their folder. */
export async function syncTree(top: string): Promise<void> {
  const facts = await lstat(top);
  if (facts.isDirectory()) for (const name of await readdir(top)) await syncTree(path.join(top, name));
  if (facts.isDirectory() || facts.isFile()) await syncFolder(top);
}

const FLAGS = {
  r: constants.O_RDONLY,
  "r+": constants.O_RDWR,
  a: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
  "a+": constants.O_RDWR | constants.O_APPEND | constants.O_CREAT,
};

/**
 * Opens a file of the device's own; what lies in its place but is no file (a pipe, a device) is refused instead of waited for: a
 * thread that waits in open(2) never comes back, and keeps its process from ending.
 */
export async function openOwn(file: string, flags: keyof typeof FLAGS): Promise<FileHandle> {
  const handle = await open(file, FLAGS[flags] | constants.O_NONBLOCK, 0o600);
  try {
    const facts = await handle.stat();
    if (facts.isFile()) return handle;
    throw Object.assign(new Error(`${file} is no file`), { code: facts.isDirectory() ? "EISDIR" : "ENXIO" });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The whole of a file of the device's own; see `openOwn`. */
export async function readOwn(file: string): Promise<Buffer> {
  const handle = await openOwn(file, "r");
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

export async function readOwnText(file: string): Promise<string> {
  return (await readOwn(file)).toString("utf8");
}

/** The content, or undefined if the file does not exist. */
export function readFileIfThere(file: string): Promise<string | undefined> {
  return ifThere(readOwnText(file));
}

export interface FileFacts {
  name: string;
  /** Bytes. */
  size: number;
  /** ms since the epoch, with fractions. */
  mtimeMs: number;
}

/** Files of a folder by their names. None where there is no folder; what goes meanwhile is left out. */
export async function listFiles(folder: string, wanted: (name: string) => boolean): Promise<FileFacts[]> {
  const names = (await ifThere(readdir(folder))) ?? [];
  const found = await Promise.all(
    names.filter(wanted).map(async (name) => {
      const facts = await ifThere(stat(path.join(folder, name)));
      return facts && { name, size: facts.size, mtimeMs: facts.mtimeMs };
    }),
  );
  return found.filter((file) => file !== undefined);
}

/** What was asked of a file or folder, or undefined if it does not exist. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A private folder (0700), made with its parents. */
export async function ensureFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** What stands in a folder; nothing where there is none. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes what an interrupted `writeFileAtomic` left behind. Call once at start for each folder one owns. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.startsWith(".") && name.endsWith(".tmp")) {
      await rm(path.join(folder, name), { force: true });
    }
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
