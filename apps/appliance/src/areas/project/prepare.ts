/** From an upload to a checked version that only needs its number. Works in one staging folder and leaves it only there. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { syncFile, writeFileAtomic } from "@hubwart/core";
import type {
  CheckRequest,
  CheckResult,
  LinkChange,
  ProjectChange,
  ProjectDiff,
  ProjectError,
} from "@hubwart/project";
import type { Cipher } from "../../platform/cipher/cipher.ts";
import type { Upload } from "../../project-upload.ts";
import { displayName, receive } from "./staging.ts";
import type { VersionMeta } from "./versions.ts";

export interface RunAnswer {
  code: number;
  old_hash: string;
  new_hash: string;
  restart: boolean;
  errors: ProjectError[];
  changes?: ProjectChange[];
  links?: LinkChange[];
  links_changed?: number;
  message?: string;
}

export interface PrepareDeps {
  /** `checkInChild` with the built child's path. */
  check: (request: Omit<CheckRequest, "entry">) => Promise<CheckResult>;
  cipher: Cipher;
  /** ms since the epoch. */
  now: () => number;
}

export interface Checked {
  answer: RunAnswer;
  result: CheckResult;
  upload: Upload;
  /** The uploaded file. */
  file: string;
  /** Empty folder that becomes the version. */
  version: string;
  /** Bytes of the upload. */
  size: number;
}

/** The version to compare with. */
export interface Current {
  hash: string;
  compiledFile: string;
  stored: VersionMeta["stored"];
  /** Of the kept upload, if there is one. */
  storedFile: string;
}

export async function checkUpload(
  deps: PrepareDeps,
  upload: Upload,
  folder: string,
  current: Current | undefined,
): Promise<Checked> {
  const file = path.join(folder, "upload");
  const checked = path.join(folder, "checked");
  const version = path.join(folder, "version");
  for (const part of [checked, version]) await mkdir(part, { mode: 0o700 });
  const size = await receive(upload.stream, file, upload.signal);
  const result = await deps.check({
    file,
    originalName: displayName(upload.filename),
    folder: checked,
    signal: upload.signal,
    ...(current ? { previous: current.compiledFile } : {}),
    ...(upload.kept ? { ownSecrets: upload.kept.own } : {}),
  });
  if (upload.kept && result.astray?.length) throw upload.kept.refused(result.astray);
  const valid = result.hash !== "" && result.compiledFile !== undefined;
  const oldHash = current?.hash ?? "";
  const answer = {
    code: valid ? CODES.ok : result.tooHeavy ? CODES.projectTooHeavy : CODES.projectInvalid,
    old_hash: oldHash,
    new_hash: result.hash,
    restart: valid && result.hash !== oldHash && result.changes?.linkOnly !== true,
    errors: result.errors,
    ...(result.changes ? diffAnswer(result.changes.diff) : {}),
  };
  return { answer, result, upload, file, version, size };
}

/**
 * Fills the version's folder. Undefined for an upload that is invalid or changes nothing. One that is only to be kept
 * becomes a version all the same, since a version never changes later, unless the same file is kept the same way already.
 */
export async function completeVersion(
  deps: PrepareDeps,
  checked: Checked,
  current: Current | undefined,
): Promise<VersionMeta | undefined> {
  const { answer, result, upload, file, version, size } = checked;
  const { summary } = result;
  const { keep, password } = upload.store();
  if (answer.code !== CODES.ok) return undefined;
  if (answer.old_hash === answer.new_hash) {
    if (!keep || (current && (await keptAlready(deps.cipher, current, file, password)))) return undefined;
  }
  if (summary === undefined) return undefined;
  await takeOver(result, version);
  const stored = await keepUpload(deps.cipher, file, version, keep, password);
  return {
    id: summary.id,
    name: summary.name,
    pods: summary.pods,
    channels: summary.channels,
    hash: result.hash,
    filename: displayName(upload.filename),
    uploaded: Math.floor(deps.now() / 1000),
    size,
    files: summary.files,
    ...(upload.address === undefined ? {} : { address: upload.address }),
    ...stored,
  };
}

/** A difference as the calls tell it. */
export function diffAnswer({ changes, links }: ProjectDiff) {
  return { changes, links, links_changed: links.length };
}

/** What the compiler made becomes part of the version. */
export async function takeOver(
  { compiledFile, constantsFile, placesFile, changes }: CheckResult,
  version: string,
): Promise<void> {
  if (compiledFile === undefined) throw new Error("nothing was compiled");
  await rename(compiledFile, path.join(version, "compiled.json"));
  if (constantsFile !== undefined) await rename(constantsFile, path.join(version, "constants.json"));
  if (placesFile !== undefined) await rename(placesFile, path.join(version, "places.json"));
  if (changes) await writeFileAtomic(path.join(version, "changes.json"), JSON.stringify(changes.diff));
}

/** The same bytes are kept with `current`, under the same password or none. */
async function keptAlready(
  cipher: Cipher,
  current: Current,
  file: string,
  password: string,
): Promise<boolean> {
  if (current.stored !== (password === "" ? "plain" : "encrypted")) return false;
  try {
    const kept =
      password === ""
        ? createReadStream(current.storedFile)
        : await cipher.decrypt(current.storedFile, password);
    return kept !== undefined && (await digest(kept)) === (await digest(createReadStream(file)));
  } catch {
    // What cannot be read is kept anew.
    return false;
  }
}

async function digest(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

async function keepUpload(
  cipher: Cipher,
  file: string,
  version: string,
  keep: boolean,
  password: string,
): Promise<Pick<VersionMeta, "stored" | "storedSize">> {
  if (!keep) return { stored: "no", storedSize: 0 };
  if (password === "") {
    const target = path.join(version, "upload");
    await rename(file, target);
    return { stored: "plain", storedSize: (await stat(target)).size };
  }
  const target = path.join(version, "upload.enc");
  await cipher.encrypt(file, target, password);
  await syncFile(target);
  return { stored: "encrypted", storedSize: (await stat(target)).size };
}
