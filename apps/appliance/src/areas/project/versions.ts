/**
 * The kept project versions on disk, and which one runs.
 *
 *     versions/7/{compiled.json, constants.json, places.json, meta.json, changes.json, marks.json,
 *                 upload | upload.enc}
 *     current.json   { version, next, trial, putBack }
 *
 * Invariants: a version's folder is complete and durable before it gets its number, and never changes
 * afterwards, but for `marks.json`, which is replaced whole; what it says is kept for good is never removed.
 * `current.json` is the only thing that says what runs; it is replaced whole. A folder whose number is not below
 * `next` was never current: it is what an upload left that was interrupted or found no room, and is removed at start, or by
 * the next upload.
 * One caller at a time (the service's runner), but for marks.
 */

import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { LIMITS } from "@hubwart/contract";
import {
  ConflictError,
  type DataLayout,
  ensureFolder,
  errorText,
  type Logger,
  NotFoundError,
  readFileIfThere,
  removeTemporaryFiles,
  SerialQueue,
  syncFolder,
  writeFileAtomic,
} from "@hubwart/core";
import * as z from "zod/mini";
import type { PartFile } from "../../backup-part.ts";
import { MARKS_FILE, type Marks, NO_MARKS, readMarks } from "./marks.ts";
import { texts } from "./texts.ts";

const versionName = z.string().check(z.regex(/^[0-9]{1,12}$/));

const metaSchema = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  /** As the person named it; for display only. */
  filename: z.string(),
  /** Unix seconds. */
  uploaded: z.number(),
  pods: z.number(),
  channels: z.number(),
  /** Bytes of the upload. */
  size: z.number(),
  /** Whether and how the uploaded file was kept. */
  stored: z.enum(["no", "plain", "encrypted"]),
  /** Bytes of the kept file; 0 without one. */
  storedSize: z.number(),
  /** Names of what the uploaded archive held. */
  files: z.optional(z.array(z.string())),
  /** Made of this version, by activating what people edited on the device. */
  of: z.optional(versionName),
  /** Unix seconds of that. */
  activated: z.optional(z.number()),
  /** Of the caller that uploaded or activated it. */
  address: z.optional(z.string()),
});
export type VersionMeta = z.output<typeof metaSchema>;

const stateSchema = z.object({
  version: z.nullable(versionName),
  /** Number of the next version. */
  next: z.int().check(z.minimum(1)),
  /** The current version has not been seen running yet. */
  trial: z.nullable(z.object({ previous: z.nullable(versionName), reason: z.number() })),
  /** Why the current version was put back in place of another. */
  putBack: z.nullable(z.object({ version: versionName, text: z.string() })),
});
export type CurrentState = z.output<typeof stateSchema>;

const EMPTY: CurrentState = { version: null, next: 1, trial: null, putBack: null };

export type VersionFile =
  | "compiled.json"
  | "constants.json"
  | "places.json"
  | "changes.json"
  | "marks.json"
  | "upload"
  | "upload.enc";

/** As they lie below the data folder; what else a backup brings there is none of ours. */
export const VERSION_FILES: readonly PartFile[] = [
  { name: /^projects\/current\.json$/, most: 1024 * 1024 },
  {
    name: /^projects\/versions\/[0-9]{1,12}\/((compiled|constants|places|meta|changes|marks)\.json|upload|upload\.enc)$/,
    most: 256 * 1024 * 1024,
  },
];

export interface Version {
  version: string;
  meta: VersionMeta;
  marks: Marks;
}

export class VersionStore {
  readonly #layout: DataLayout;
  readonly #keep: number;
  /** A mark and the removal of versions never overlap. */
  readonly #marking = new SerialQueue();
  #state: CurrentState;
  #versions: Map<string, Version>;

  private constructor(layout: DataLayout, keep: number, state: CurrentState, versions: Map<string, Version>) {
    this.#layout = layout;
    this.#keep = keep;
    this.#state = state;
    this.#versions = versions;
  }

  /** Removes what an interrupted change left behind, then reads what is there. */
  static async open(layout: DataLayout, keep: number, log: Logger): Promise<VersionStore> {
    await rm(layout.staging, { recursive: true, force: true });
    await ensureFolder(layout.staging);
    await ensureFolder(layout.projectVersions);
    await removeTemporaryFiles(path.dirname(layout.currentProject));
    const state = await readState(layout, log);
    const versions = new Map<string, Version>();
    for (const name of await readdir(layout.projectVersions)) {
      const folder = path.join(layout.projectVersions, name);
      if (!versionName.safeParse(name).success || Number(name) >= state.next) {
        log.info(texts.leftoverRemoved(name));
        await rm(folder, { recursive: true, force: true });
        continue;
      }
      const meta = await readMeta(folder);
      if (meta) versions.set(name, { version: name, meta, marks: await readMarks(folder) });
      else log.warn(texts.versionUnreadable(name));
    }
    return new VersionStore(layout, keep, state, versions);
  }

  get state(): CurrentState {
    return this.#state;
  }

  current(): Version | undefined {
    return this.#state.version === null ? undefined : this.find(this.#state.version);
  }

  find(version: string): Version | undefined {
    return this.#versions.get(version);
  }

  /** There are versions, but nothing tells which one runs. */
  get lost(): boolean {
    return this.#state.version === null && this.#versions.size > 0;
  }

  /** Newest first. */
  list(): Version[] {
    return [...this.#versions.values()].sort((a, b) => Number(b.version) - Number(a.version));
  }

  file(version: string, name: VersionFile): string {
    return path.join(this.#layout.projectVersions, version, name);
  }

  /**
   * Makes a prepared folder of the staging area the current version, on trial. Returns its number. Where that fails, the folder
   * is in the staging area again.
   */
  async add(folder: string, meta: VersionMeta, reason: number, note = ""): Promise<string> {
    const marks: Marks = { ...NO_MARKS, note };
    await writeFileAtomic(path.join(folder, "meta.json"), JSON.stringify(meta));
    if (note !== "") await writeFileAtomic(path.join(folder, MARKS_FILE), JSON.stringify(marks));
    await syncFolder(folder);
    const version = String(this.#state.next);
    const target = path.join(this.#layout.projectVersions, version);
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
    const previous = this.#state.version;
    try {
      await syncFolder(this.#layout.projectVersions);
      await this.#switch({ version, next: this.#state.next + 1, trial: { previous, reason }, putBack: null });
    } catch (error) {
      await rename(target, folder).catch(() => undefined);
      throw error;
    }
    this.#versions.set(version, { version, meta, marks });
    return version;
  }

  /** Makes a kept version the current one, on trial. */
  async restore(version: string, reason: number): Promise<void> {
    const previous = this.#state.version;
    await this.#switch({ ...this.#state, version, trial: { previous, reason }, putBack: null });
  }

  /**
   * Changes what people noted about a kept version.
   *
   * @throws NotFoundError, and ConflictError where as many are kept for good as may be
   */
  mark(version: string, change: Partial<Marks>): Promise<void> {
    return this.#marking.run(async () => {
      const found = this.#versions.get(version);
      if (!found) throw new NotFoundError(texts.noVersion);
      const marks = { ...found.marks, ...change };
      const others = this.list().filter((other) => other !== found && other.marks.keep);
      if (marks.keep && !found.marks.keep && others.length >= LIMITS.projectVersionsKept) {
        throw new ConflictError(texts.tooManyKept(LIMITS.projectVersionsKept));
      }
      await writeFileAtomic(this.file(version, MARKS_FILE), JSON.stringify(marks));
      this.#versions.set(version, { ...found, marks });
    });
  }

  /** The trial is over and the current version stays. */
  async settle(): Promise<void> {
    await this.#switch({ ...this.#state, trial: null });
    await this.#prune();
  }

  /** The trial failed: the version before it is current again. False if there was none. */
  async putBack(text: string): Promise<boolean> {
    const { version, trial } = this.#state;
    const previous = trial?.previous ?? null;
    if (previous === null || version === null) {
      await this.settle();
      return false;
    }
    await this.#switch({ ...this.#state, version: previous, trial: null, putBack: { version, text } });
    await this.#prune();
    return true;
  }

  async #switch(state: CurrentState): Promise<void> {
    const text = JSON.stringify(state);
    try {
      await writeFileAtomic(this.#layout.currentProject, text);
    } catch (error) {
      // Where only its last sync failed the file has been replaced, and the hub goes by it.
      const said = await readFileIfThere(this.#layout.currentProject).catch(() => undefined);
      if (said !== text) throw error;
    }
    this.#state = state;
  }

  #prune(): Promise<void> {
    return this.#marking.run(async () => {
      for (const version of spare(this.list(), this.#state.version, this.#keep)) {
        this.#versions.delete(version);
        // Out of the list in one step; what an interrupted removal leaves goes at the next start.
        const away = path.join(this.#layout.staging, `removed-${version}`);
        await rename(path.join(this.#layout.projectVersions, version), away);
        await rm(away, { recursive: true, force: true });
      }
    });
  }
}

/**
 * What is kept no longer. What people marked stays and takes no other's place. Of what was made of one upload only the
 * newest counts, and it goes with that upload, so that activating often pushes no upload out.
 *
 * @param list newest first
 */
function spare(list: readonly Version[], current: string | null, keep: number): string[] {
  const others = list.filter(({ version }) => version !== current);
  const counted = ({ meta, marks }: Version) => meta.of === undefined && !marks.keep;
  const uploads = others.filter(counted);
  const currentCounts = list.some((version) => version.version === current && counted(version));
  const kept = new Set(uploads.slice(0, currentCounts ? keep - 1 : keep).map(({ version }) => version));
  for (const { version, marks } of list) if (marks.keep) kept.add(version);
  if (current !== null) kept.add(current);
  for (const { version, meta } of list) {
    if (meta.of === undefined) continue;
    const newest = list.find((other) => other.meta.of === meta.of);
    if (newest?.version === version && kept.has(meta.of)) kept.add(version);
  }
  return others.map(({ version }) => version).filter((version) => !kept.has(version));
}

async function readState(layout: DataLayout, log: Logger): Promise<CurrentState> {
  const names = (await readdir(layout.projectVersions)).filter((name) => versionName.safeParse(name).success);
  try {
    const text = await readFileIfThere(layout.currentProject);
    if (text !== undefined) return stateSchema.parse(JSON.parse(text));
    if (names.length === 0) return EMPTY;
    log.error(texts.currentMissing(layout.currentProject));
  } catch (error) {
    log.error(texts.currentUnreadable(layout.currentProject, errorText(error)));
  }
  return { ...EMPTY, next: Math.max(0, ...names.map(Number)) + 1 };
}

async function readMeta(folder: string): Promise<VersionMeta | undefined> {
  try {
    return metaSchema.parse(JSON.parse((await readFileIfThere(path.join(folder, "meta.json"))) ?? ""));
  } catch {
    return undefined;
  }
}
