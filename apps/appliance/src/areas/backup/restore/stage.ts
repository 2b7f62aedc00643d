/** Lays out what takes the place of the present files, all of it checked; nothing of the device is touched yet. */
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Manifest } from "@hubwart/archive";
import {
  type Changeover,
  changeoverFolder,
  type DataLayout,
  isMissing,
  readChangeover,
  syncTree,
} from "@hubwart/core";
import {
  type Credential,
  definedSettings,
  type Merge,
  prepareRestored,
  type StoredJob,
  writeCredentialFile,
} from "@hubwart/core/store";
import type { BackupPart } from "../../../backup-part.ts";
import { texts } from "../texts.ts";
import { inspect } from "./inspect.ts";
import { refused } from "./manifest.ts";
import { checkedIn, projectsIn, refuseStrange } from "./part-files.ts";
import { replacements } from "./parts.ts";

export interface Staging {
  layout: DataLayout;
  /** Of the changeover. */
  id: string;
  chosen: readonly BackupPart[];
}

export const freshFolder = ({ id, layout }: Pick<Staging, "id" | "layout">): string =>
  path.join(changeoverFolder(layout.root, id), "new");

const databaseOf = (staging: Staging, part: string) =>
  path.join(freshFolder(staging), part, path.basename(staging.layout.stateDb));

/** The part that has the database, if it is chosen. */
const settingsIn = ({ chosen, layout }: Staging) =>
  chosen.find(({ paths }) => paths.includes(layout.stateDb));

/** What opens a backup's database and projects, and whoever can stop that. */
export interface Inspecting {
  /** Absolute path of the built `inspect-child`. */
  entry: string;
  signal: AbortSignal;
}

/**
 * Takes the chosen parts of an opened, proven backup over as what is new.
 *
 * @returns whether it brings a password that applies
 * @throws ResultError 1702 for what is damaged, of a newer release, or none of ours
 */
export async function stageParts(
  staging: Staging,
  about: Manifest,
  unpacked: string,
  { entry, signal }: Inspecting,
): Promise<{ password: boolean }> {
  const { chosen, layout } = staging;
  refuseStrange(about, chosen, layout.root);
  const fresh = freshFolder(staging);
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  for (const { name } of chosen)
    await rename(path.join(unpacked, name), path.join(fresh, name)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  await rm(unpacked, { recursive: true, force: true });
  const projects = projectsIn(about, chosen).map((name) => ({ name, file: path.join(fresh, name) }));
  const files = checkedIn(about, chosen).map((name) => ({ name, file: path.join(fresh, name) }));
  const settings = settingsIn(staging);
  if (!settings) {
    if (projects.length + files.length > 0)
      await inspect(entry, { database: undefined, projects, files }, signal);
    return { password: false };
  }
  // Theirs goes: what takes its place is a database of ours with their rows.
  const file = databaseOf(staging, settings.name);
  const theirs = `${file}.theirs`;
  await rename(file, theirs).catch((error: unknown) => {
    throw isMissing(error) ? refused(texts.noDatabase) : error;
  });
  const database = { theirs, fresh: file, settings: [...definedSettings().keys()] };
  const found = await inspect(entry, { database, projects, files }, signal);
  await rm(theirs);
  // The database says which password applies.
  await rm(path.join(path.dirname(file), path.basename(layout.credentialFile)), { force: true });
  return found;
}

export interface Present {
  credential: Credential | undefined;
  job: StoredJob;
  ofDevice: readonly string[];
  merge: Readonly<Record<string, Merge>>;
}

/**
 * Makes the new database ready, brings all of it to the disk, and says what is to be replaced. Settings are asked for with
 * the password that applies if the backup brings none.
 */
export async function finishStaging(
  staging: Staging,
  about: Manifest,
  present: Present,
): Promise<Changeover["replace"]> {
  const { id, layout, chosen } = staging;
  const names = about.files.map(({ name }) => name);
  const has = (part: string, name: string) =>
    names.some((file) => file === `${part}/${name}` || file.startsWith(`${part}/${name}/`));
  const replace = replacements(chosen, layout.root, `changeover/${id}/new`, has);
  const settings = settingsIn(staging);
  if (settings) {
    const credential = prepareRestored(databaseOf(staging, settings.name), {
      ...present,
      present: layout.stateDb,
    });
    const copy = path.basename(layout.credentialFile);
    const entry = replace.find((one) => one.path === copy);
    if (entry) entry.with = null;
    if (entry && credential) {
      await writeCredentialFile(path.join(freshFolder(staging), settings.name, copy), credential);
      entry.with = `changeover/${id}/new/${settings.name}/${copy}`;
    }
    // They belong to the database that goes.
    for (const end of ["-wal", "-shm"])
      replace.push({ path: `${path.basename(layout.stateDb)}${end}`, with: null });
  }
  await syncTree(changeoverFolder(layout.root, id));
  return replace;
}

/** Removes what was staged, unless the launcher has begun with it. */
export async function unstage({ id, layout }: Pick<Staging, "id" | "layout">): Promise<void> {
  const record = await readChangeover(layout.root);
  if (record?.id === id) {
    if (record.state !== "ready") return;
    await rm(layout.changeoverFile, { force: true });
  }
  await rm(changeoverFolder(layout.root, id), { recursive: true, force: true });
}
