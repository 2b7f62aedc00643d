/**
 * The keys of the four roles, a file each (0600), apart from the keys of licences. Which files are there decides what
 * can be signed: those of root and targets belong on a medium that is put in for publishing only.
 */
import { createHash, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { DeniedError, ensureFolder, readFileIfThere, syncFolder, writeFileAtomic } from "@hubwart/core";
import { Key, Signature } from "@tufjs/models";
import * as z from "zod/mini";
import { texts } from "../texts.ts";

export const ROLES = ["root", "targets", "snapshot", "timestamp"] as const;
export type Role = (typeof ROLES)[number];

export interface RoleKey {
  id: string;
  /** What devices get to know of it. */
  half: Key;
  sign: (bytes: Buffer) => Signature;
}

const stored = z.object({
  role: z.enum(ROLES),
  /** 32 bytes, hex. */
  public: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** PKCS #8, PEM. */
  private: z.string(),
});

/** The key of a role. @throws DeniedError if it is in none of these folders */
export async function readKey(folders: readonly string[], role: Role): Promise<RoleKey> {
  const folder = await folderWith(folders, role);
  const text = folder === undefined ? undefined : await readFileIfThere(fileOf(folder, role));
  if (folder === undefined || text === undefined) throw new DeniedError(texts.keyNotThere(role, folders));
  const parsed = z.safeParse(stored, parseJson(text));
  if (!parsed.success || parsed.data.role !== role)
    throw new DeniedError(texts.notTheKey(fileOf(folder, role), role));
  return toKey(parsed.data);
}

/** The first of these folders that has it. */
export async function folderWith(folders: readonly string[], role: Role): Promise<string | undefined> {
  for (const folder of folders)
    if ((await readFileIfThere(fileOf(folder, role))) !== undefined) return folder;
  return undefined;
}

/** Makes a key that waits beside the present one; `takeNext` puts it in its place. */
export async function makeNext(folder: string, role: Role): Promise<RoleKey> {
  await ensureFolder(folder);
  const pair = generateKeyPairSync("ed25519");
  const spki = pair.publicKey.export({ type: "spki", format: "der" });
  const made = {
    role,
    public: spki.subarray(-32).toString("hex"),
    private: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
  await writeFileAtomic(nextOf(folder, role), JSON.stringify(made), { mode: 0o600 });
  return toKey(made);
}

export async function takeNext(folder: string, role: Role): Promise<void> {
  await rename(nextOf(folder, role), fileOf(folder, role));
  await syncFolder(folder);
}

/** After a rotation that was cut off: the waiting key takes its place if the published root knows it, else it goes. */
export async function settleNext(folder: string, role: Role, known: readonly string[]): Promise<void> {
  const text = await readFileIfThere(nextOf(folder, role));
  if (text === undefined) return;
  const parsed = z.safeParse(stored, parseJson(text));
  if (parsed.success && known.includes(toKey(parsed.data).id)) await takeNext(folder, role);
  else await rm(nextOf(folder, role));
}

const fileOf = (folder: string, role: Role) => path.join(folder, `${role}.json`);
const nextOf = (folder: string, role: Role) => path.join(folder, `${role}.next.json`);

function toKey(made: z.output<typeof stored>): RoleKey {
  const scheme = "ed25519";
  // The canonical form (TUF 1.0, §4.2): keys sorted, no white space.
  const canonical = JSON.stringify({ keytype: scheme, keyval: { public: made.public }, scheme });
  const id = createHash("sha256").update(canonical).digest("hex");
  const half = new Key({ keyID: id, keyType: scheme, scheme, keyVal: { public: made.public } });
  const secret = createPrivateKey(made.private);
  return {
    id,
    half,
    sign: (bytes) => new Signature({ keyID: id, sig: sign(null, bytes, secret).toString("hex") }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
