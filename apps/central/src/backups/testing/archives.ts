/** Backups as devices make them, for tests. Needs `useBackupFolder`. */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describeFiles, type Manifest, signManifest, writeArchive } from "@hubwart/archive";
import { encrypted } from "@hubwart/archive/age";
import { backupName } from "@hubwart/archive/names";
import { at, EMPTY, signal } from "@hubwart/archive/testing";

export const DAY = 86_400_000;
export const PASSWORD = "Ein Passwort";
export const NOW = Math.floor(Date.now() / 1_000) * 1_000;
export const named = (days = 0, sealed = false) => backupName("keller", NOW + days * DAY, sealed);

interface Signer {
  publicKey: string;
  sign: (bytes: Uint8Array) => string;
}
export function signer(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const der = publicKey.export({ type: "spki", format: "der" });
  return {
    publicKey: der.subarray(-32).toString("base64"),
    sign: (bytes) => sign(null, bytes, privateKey).toString("base64"),
  };
}
const DEVICE = signer();

let made = 0;
export async function archive(content = "Stand", device: Signer | null = DEVICE): Promise<Buffer> {
  made += 1;
  const from = at(`content-${made}`);
  await mkdir(path.join(from, "settings"), { recursive: true });
  await writeFile(path.join(from, "settings/state.db"), content);
  const about: Manifest = { ...EMPTY, files: await describeFiles(from) };
  const file = at(`archive-${made}`);
  await writeArchive(from, device ? signManifest(about, device) : about, file, undefined, signal);
  return await readFile(file);
}
export const seal = async (plain: Buffer, password = PASSWORD) =>
  await buffer(await encrypted(Readable.from([plain]), password));
