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
import { lstat, mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readFileIfThere, syncFile } from "@hubwart/core";
import { packTar, unpackTar } from "modern-tar/fs";
import { LARGEST_MANIFEST, MANIFEST, type Manifest, MOST_FILES, parseManifest } from "./manifest.ts";
import { guarded } from "./tar-guard.ts";

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
  const text = JSON.stringify(about, null, 2);
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

/**
 * Unpacks an archive into an empty folder and proves it: every file of the manifest is there with its size and
 * hash, and nothing else.
 */
export async function openArchive(
  plain: Readable,
  folder: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let bytes = 0;
  try {
    await pipeline(
      plain,
      async function* bounded(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          bytes += chunk.length;
          if (bytes > mostBytes)
            throw new BackupFileError("Die Sicherung ist größer als der freie Speicher.");
          yield chunk;
        }
      },
      guarded,
      unpackTar(folder, { strict: true, filter: onlyOurs(), fmode: 0o600, dmode: 0o700, maxDepth: 32 }),
      { signal },
    );
  } catch (error) {
    if (error instanceof BackupFileError || signal.aborted) throw error;
    throw new BackupFileError("Die Datei ist keine Sicherung, oder sie ist beschädigt.", { cause: error });
  }
  return await proved(folder);
}

/** Each name once, and not so many that the disk has no room for their entries. */
function onlyOurs() {
  const seen = new Set<string>();
  return (entry: { name: string; type?: string }): boolean => {
    if (seen.has(entry.name)) throw new BackupFileError(`Die Sicherung enthält „${entry.name}“ doppelt.`);
    seen.add(entry.name);
    if (seen.size > MOST_FILES) throw new BackupFileError("Die Sicherung enthält zu viele Dateien.");
    return isOurs(entry);
  };
}

/** Names as we write them: a part, then a path without dots at the beginning of a segment that leads up. */
function isOurs({ name, type = "file" }: { name: string; type?: string }): boolean {
  if (type === "directory") return true;
  if (type !== "file") throw new BackupFileError(`Die Sicherung enthält „${name}“, das keine Datei ist.`);
  const segments = name.split("/");
  if (
    name.startsWith("/") ||
    segments.some((segment) => segment === "" || segment === "." || segment === "..")
  )
    throw new BackupFileError(`Die Sicherung enthält den unzulässigen Namen „${name}“.`);
  return true;
}

async function proved(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  const about = await readManifest(file);
  const expected = new Map(about.files.map((entry) => [entry.name, entry]));
  for (const name of await filesBelow(folder)) {
    if (name === MANIFEST || name === SUM) continue;
    const entry = expected.get(name);
    if (!entry) throw new BackupFileError(`Die Sicherung enthält „${name}“, das in ihrem Verzeichnis fehlt.`);
    const { sha256, size } = await measure(path.join(folder, name));
    if (size !== entry.size || sha256 !== entry.sha256)
      throw new BackupFileError(`Die Datei „${name}“ in der Sicherung ist beschädigt.`);
    expected.delete(name);
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw new BackupFileError(`In der Sicherung fehlt die Datei „${missing}“.`);
  if ((await readFileIfThere(path.join(folder, SUM))) !== sumLine(await readFile(file)))
    throw new BackupFileError("Das Verzeichnis der Sicherung ist beschädigt.");
  return about;
}

const sumLine = (text: string | Buffer) =>
  `${createHash("sha256").update(text).digest("hex")}  ${MANIFEST}\n`;

async function readManifest(file: string): Promise<Manifest> {
  try {
    if ((await lstat(file)).size > LARGEST_MANIFEST) throw new RangeError("too large");
    return parseManifest(await readFile(file, "utf8"));
  } catch (error) {
    throw new BackupFileError("Die Datei ist keine Sicherung, oder ihr Verzeichnis ist beschädigt.", {
      cause: error,
    });
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
