/** Files of backups for tests: made, opened, and forged entry by entry. Everything lies in a folder of the test. */
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach } from "vitest";
import { describeFiles, openArchive, writeArchive } from "../archive.ts";
import { FORMAT, type Manifest } from "../manifest.ts";

let folder = "";
/** To be called once in a file of tests. */
export function useBackupFolder(): void {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "backup-"));
  });
  // An unpacking that was refused may still have a file under way.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
}

export const signal = new AbortController().signal;
export const at = (...names: string[]): string => path.join(folder, ...names);
export const EMPTY: Manifest = {
  format: FORMAT,
  product: "Hubwart",
  version: "1",
  host: "keller",
  created: "2026-11-21T02:00:00.000Z",
  encrypted: false,
  parts: [],
  left: [],
  files: [],
};
export const PLENTY = 1e9;
/** s since the epoch. */
export const WRITTEN = 1_700_000_000;
export const LONG = `${"ordner/".repeat(30)}${"ü".repeat(90)}.json`;

export async function make(): Promise<Buffer> {
  const files = {
    "settings/state.db": "\0db",
    "project/projects/current.json": "{}",
    [`pods/${LONG}`]: "lang",
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(at("content", name)), { recursive: true });
    await writeFile(at("content", name), text);
    await utimes(at("content", name), WRITTEN, WRITTEN);
  }
  const about: Manifest = {
    format: FORMAT,
    product: "Hubwart",
    version: "1.2.3",
    host: "keller",
    created: "2026-11-21T02:00:00.000Z",
    encrypted: false,
    parts: [{ name: "settings", label: "Einstellungen" }],
    left: [],
    files: await describeFiles(at("content")),
  };
  await writeArchive(at("content"), about, at("archive"), undefined, signal);
  return await readFile(at("archive"));
}

/** One ustar member as anybody may write it. */
export function entry(name: string, type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000600\x000000000\x000000000\x00", 100);
  header.write(content.length.toString(8).padStart(11, "0"), 124);
  header.write("00000000000", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("/etc/passwd", 157);
  header.write("ustar\x0000", 257);
  signed(header);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** Its header's sum fits again. */
export function signed(member: Buffer): void {
  member.write("        ", 148);
  const sum = member.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  member.write(`${sum.toString(8).padStart(6, "0")}\x00 `, 148);
}

let opened = 0;
/** Where the last one was unpacked. */
export const openedAt = (): string => at(`proof-${opened}`);

export async function open(bytes: Buffer, mostBytes = PLENTY): Promise<Manifest> {
  opened += 1;
  return await openArchive(Readable.from([bytes]), openedAt(), { mostBytes, signal });
}
