/**
 * The backup file: a tar archive (POSIX ustar, pax for long names), encrypted by age where there is a password.
 *
 *     manifest.json                        what is inside, with size and SHA-256 of every file
 *     manifest.sha256                      SHA-256 of that, as `sha256sum` writes it
 *     <part>/<path below the data folder>  the files of a part
 *
 * `docs/how-to/open-a-backup.md` says how to open one without Hubwart.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, open, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readFileIfThere, syncFile } from "@hubwart/core";
import { packTar, unpackTar } from "modern-tar/fs";
import {
  ForgedManifestError,
  LARGEST_MANIFEST,
  MANIFEST,
  type Manifest,
  MOST_FILES,
  manifestText,
  parseManifest,
} from "./manifest.ts";
import { guarded } from "./tar-guard.ts";
import { filesIn } from "./tar-read.ts";
import { texts } from "./texts.ts";

const SUM = "manifest.sha256";

/** The archive is damaged, or none of ours. German. */
export class BackupFileError extends Error {}

/** Files below a folder, sorted, with `/` between the names. */
export async function filesBelow(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesBelow(path.join(folder, entry.name), name)));
    else if (entry.isFile()) found.push(name);
  }
  return found.sort();
}

export async function describeFiles(folder: string): Promise<Manifest["files"]> {
  const files: Manifest["files"] = [];
  for (const name of await filesBelow(folder))
    files.push({ name, ...(await measure(path.join(folder, name))) });
  return files;
}

/** Writes the archive of a folder; on disk when this returns. `lock` encrypts. */
export async function writeArchive(
  folder: string,
  about: Manifest,
  target: string,
  lock: ((plain: Readable) => Promise<Readable>) | undefined,
  signal: AbortSignal,
): Promise<void> {
  const common = { mode: 0o600, uid: 0, gid: 0 };
  const made = { mtime: new Date(about.created), ...common };
  const text = manifestText(about);
  const tar = packTar([
    { type: "content", content: text, target: MANIFEST, ...made },
    { type: "content", content: sumLine(text), target: SUM, ...made },
    // Each with its own time: lists show it, and browsers go by it.
    ...about.files.map(({ name }) => ({
      type: "file" as const,
      source: path.join(folder, name),
      target: name,
      ...common,
    })),
  ]);
  await pipeline(lock ? await lock(tar) : tar, createWriteStream(target, { mode: 0o600 }), { signal });
  await syncFile(target);
}

interface Opening {
  /** Of what is unpacked. */
  mostBytes: number;
  signal: AbortSignal;
  /** Parts that are left in the archive, unread: they may be larger than the disk. */
  without?: (part: string) => boolean;
}

/**
 * Unpacks an archive into an empty folder and proves it: every file of the manifest is there with its size and
 * hash, and nothing else.
 */
export async function openArchive(
  plain: Readable,
  folder: string,
  { mostBytes, signal, without = () => false }: Opening,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stays = (name: string) => without(name.split("/", 1)[0] ?? "");
  const filter = onlyOurs(mostBytes, stays);
  try {
    await pipeline(
      plain,
      guarded,
      unpackTar(folder, { strict: true, filter, fmode: 0o600, dmode: 0o700, maxDepth: 32 }),
      { signal },
    );
  } catch (error) {
    if (error instanceof BackupFileError || signal.aborted) throw error;
    throw new BackupFileError(texts.noBackup, { cause: error });
  }
  return await proved(folder, stays);
}

/** Each name once, and not so much that the disk has no room for it, or for so many entries. */
function onlyOurs(mostBytes: number, stays: (name: string) => boolean) {
  const seen = new Set<string>();
  let bytes = 0;
  return (entry: { name: string; size?: number; type?: string }): boolean => {
    if (seen.has(entry.name)) throw new BackupFileError(texts.twice(entry.name));
    seen.add(entry.name);
    if (seen.size > MOST_FILES) throw new BackupFileError(texts.tooManyFiles);
    if (!isOurs(entry) || stays(entry.name)) return false;
    bytes += entry.size ?? 0;
    if (bytes > mostBytes) throw new BackupFileError(texts.beyondRoom);
    return true;
  };
}

function isOurs({ name, type = "file" }: { name: string; type?: string }): boolean {
  if (type === "directory") return true;
  if (type !== "file") throw new BackupFileError(texts.noFile(name));
  refuseBadName(name);
  return true;
}

/** Names as we write them: a part, then a path without dots at the beginning of a segment that leads up. */
function refuseBadName(name: string): void {
  const segments = name.split("/");
  if (
    name.startsWith("/") ||
    segments.some((segment) => segment === "" || segment === "." || segment === "..")
  )
    throw new BackupFileError(texts.badName(name));
}

export interface Proven {
  about: Manifest;
  /** Whether the file that was to be picked is there. */
  picked: boolean;
}

/** Of a file, in the header of a tar archive; the second is the oldest way to write it. */
const FILE_TYPES: ReadonlySet<string> = new Set(["0", "\0"]);
/** Bytes; a hash and a name. */
const LONGEST_SUM = 200;

/**
 * Proves an archive as `openArchive` does, without room for it: what it holds is read through and compared with its list.
 *
 * @param pick names one of its files, which lies in `target` afterwards
 */
export async function proveArchive(
  plain: Readable,
  { pick, signal, target }: { pick: (name: string) => boolean; signal: AbortSignal; target: string },
): Promise<Proven> {
  let about: Manifest | undefined;
  let expected: Map<string, Manifest["files"][number]> | undefined;
  let [sum, listed] = ["", ""];
  let picked = false;
  const abort = () => plain.destroy(new Error("aborted"));
  signal.addEventListener("abort", abort, { once: true });
  try {
    for await (const { name, pieces, size, type } of filesIn(guarded(plain))) {
      if (!FILE_TYPES.has(type)) throw new BackupFileError(texts.noFile(name));
      refuseBadName(name);
      if (!about || !expected) {
        if (name !== MANIFEST || size > LARGEST_MANIFEST) throw new BackupFileError(texts.noManifest);
        const text = await textOf(pieces());
        about = manifestIn(text);
        expected = new Map(about.files.map((entry) => [entry.name, entry]));
        sum = sumLine(text);
        continue;
      }
      if (name === SUM) {
        if (size > LONGEST_SUM) throw new BackupFileError(UNPROVEN(SUM));
        listed = await textOf(pieces());
        continue;
      }
      const entry = expected.get(name);
      const wanted = pick(name);
      if (wanted) picked = true;
      const sha256 = await readThrough(pieces(), wanted ? target : undefined);
      if (!entry || size !== entry.size || sha256 !== entry.sha256) throw new BackupFileError(UNPROVEN(name));
      expected.delete(name);
    }
  } finally {
    signal.removeEventListener("abort", abort);
    plain.destroy();
  }
  signal.throwIfAborted();
  const [left] = expected?.keys() ?? [MANIFEST];
  if (!about || left !== undefined) throw new BackupFileError(UNPROVEN(left ?? MANIFEST));
  if (sum !== listed) throw new BackupFileError(UNPROVEN(SUM));
  return { about, picked };
}

const UNPROVEN = (name: string) => texts.changedFile(name);

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const found: Buffer[] = [];
  for await (const piece of pieces) found.push(piece);
  return Buffer.concat(found).toString("utf8");
}

async function readThrough(pieces: AsyncIterable<Buffer>, target: string | undefined): Promise<string> {
  const hash = createHash("sha256");
  const handle = target === undefined ? undefined : await open(target, "wx", 0o600);
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      await handle?.appendFile(piece);
    }
  } finally {
    await handle?.close();
  }
  return hash.digest("hex");
}

async function proved(folder: string, stays: (name: string) => boolean): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  const about = await readManifest(file);
  const expected = new Map(
    about.files.filter(({ name }) => !stays(name)).map((entry) => [entry.name, entry]),
  );
  for (const name of await filesBelow(folder)) {
    if (name === MANIFEST || name === SUM) continue;
    const entry = expected.get(name);
    if (!entry) throw new BackupFileError(texts.notListed(name));
    const { sha256, size } = await measure(path.join(folder, name));
    if (size !== entry.size || sha256 !== entry.sha256) throw new BackupFileError(texts.damagedFile(name));
    expected.delete(name);
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw new BackupFileError(texts.missingFile(missing));
  if ((await readFileIfThere(path.join(folder, SUM))) !== sumLine(await readFile(file)))
    throw new BackupFileError(texts.damagedManifest);
  return about;
}

const sumLine = (text: string | Buffer) =>
  `${createHash("sha256").update(text).digest("hex")}  ${MANIFEST}\n`;

async function readManifest(file: string): Promise<Manifest> {
  try {
    if ((await lstat(file)).size > LARGEST_MANIFEST) throw new RangeError("too large");
    return manifestIn(await readFile(file, "utf8"));
  } catch (error) {
    if (error instanceof BackupFileError) throw error;
    throw new BackupFileError(texts.noManifest, { cause: error });
  }
}

function manifestIn(text: string): Manifest {
  try {
    return parseManifest(text);
  } catch (error) {
    const forged = error instanceof ForgedManifestError;
    throw new BackupFileError(forged ? error.message : texts.noManifest, { cause: error });
  }
}

async function measure(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    hash.update(bytes);
  }
  return { size, sha256: hash.digest("hex") };
}
