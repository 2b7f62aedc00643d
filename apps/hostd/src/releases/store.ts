/**
 * The releases of a device on its disk, root's alone to change and everybody's to read:
 *
 *     releases/<version>/      whole, with its manifest
 *     releases/current         a link to one of them; without it the package's own programs count
 *     trial.json               which of them is on trial, and what it follows
 *     confirmed.json           which of them was confirmed last, and what it followed
 *     repository/, incoming/   what was seen of the manufacturer's repository; what is being taken
 *
 * Invariants: a release is there as a whole or not at all; each change is one rename, on the disk when the call returns; the note of a
 * trial is there before the switch and goes after it.
 */
import { lstat, mkdir, readFile, readlink, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { isMissing, RELEASE_NAME, readFileIfThere, syncFolder, writeFileAtomic } from "@hubwart/core";
import { compareVersions } from "@hubwart/releases";
import * as z from "zod/mini";
import type { Confirmed, Standing, Trial } from "./moves.ts";

const trialFile = z.object({
  version: z.string().check(z.regex(RELEASE_NAME)),
  before: z.nullable(z.string().check(z.regex(RELEASE_NAME))),
  boots: z.int(),
  boot: z.string(),
});

const confirmedFile = z.object({
  version: z.string().check(z.regex(RELEASE_NAME)),
  before: z.nullable(z.string().check(z.regex(RELEASE_NAME))),
  when: z.object({ now: z.number(), boot: z.string(), uptime: z.number() }),
});

export class ReleaseStore {
  readonly #folder: string;
  readonly #base: string;

  /** @param base version of the package */
  constructor(folder: string, base: string) {
    this.#folder = folder;
    this.#base = base;
  }

  get repository(): string {
    return this.#at("repository");
  }
  /** Emptied at each start. */
  get incoming(): string {
    return this.#at("incoming");
  }
  at(version: string): string {
    if (!RELEASE_NAME.test(version)) throw new RangeError(`no version: ${version}`);
    return this.#at("releases", version);
  }
  #at(...names: string[]): string {
    return path.join(this.#folder, ...names);
  }

  /** Removes what an earlier process left half done. */
  async open(): Promise<void> {
    await mkdir(this.#at("releases"), { recursive: true, mode: 0o755 });
    await mkdir(this.repository, { recursive: true, mode: 0o700 });
    await this.clearIncoming();
  }

  async clearIncoming(): Promise<void> {
    await rm(this.incoming, { recursive: true, force: true });
    await mkdir(this.incoming, { mode: 0o700 });
    await syncFolder(this.#folder);
  }

  async standing(): Promise<Standing> {
    const linked = await this.#linked();
    // A package that was installed since, and is as new, comes first; so the launcher judges too.
    const current = linked !== null && compareVersions(linked, this.#base) > 0 ? linked : null;
    const confirmed = await this.#noted("confirmed.json", confirmedFile);
    return {
      base: this.#base,
      current,
      trial: await this.#noted("trial.json", trialFile),
      confirmed: confirmed?.version === current ? confirmed : undefined,
    };
  }

  async has(version: string): Promise<boolean> {
    try {
      return (await lstat(path.join(this.at(version), "manifest.json"))).isFile();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** @param folder whole, on the same disk */
  async add(version: string, folder: string): Promise<void> {
    const target = this.at(version);
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
    await syncFolder(path.dirname(target));
    await syncFolder(path.dirname(folder));
  }

  async remove(version: string): Promise<void> {
    const away = path.join(this.incoming, `gone-${version}`);
    await rm(away, { recursive: true, force: true });
    try {
      // First out of sight: a power cut leaves no half a release.
      await rename(this.at(version), away);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await syncFolder(this.#at("releases"));
    await rm(away, { recursive: true, force: true });
  }

  /** null: that of the package. */
  async switchTo(version: string | null): Promise<void> {
    const [current, next] = [this.#at("releases/current"), this.#at("releases/.current")];
    await rm(next, { force: true });
    if (version === null) {
      await rm(current, { force: true });
    } else {
      await symlink(version, next);
      await rename(next, current);
    }
    await syncFolder(this.#at("releases"));
  }

  /** Readable by the launcher, which looks whether a trial is open. */
  async note(trial: Trial): Promise<void> {
    await writeFileAtomic(this.#at("trial.json"), JSON.stringify(trial), { mode: 0o644 });
  }

  /** Before the trial is forgotten: without this note nobody comes back from the release. */
  async noteConfirmed(confirmed: Confirmed): Promise<void> {
    await writeFileAtomic(this.#at("confirmed.json"), JSON.stringify(confirmed), { mode: 0o600 });
  }

  async forget(): Promise<void> {
    await rm(this.#at("trial.json"), { force: true });
    await syncFolder(this.#folder);
  }

  async #linked(): Promise<string | null> {
    try {
      const name = await readlink(this.#at("releases/current"));
      return RELEASE_NAME.test(name) ? name : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #noted<S extends z.ZodMiniType>(name: string, schema: S): Promise<z.output<S> | undefined> {
    const text = await readFileIfThere(this.#at(name));
    if (text === undefined) return undefined;
    try {
      return z.parse(schema, JSON.parse(text));
    } catch {
      // Written as a whole by us alone: damaged, and nobody knows what was before.
      return undefined;
    }
  }
}

/** Id of this start of the device. */
export async function bootOf(file: string): Promise<string> {
  return (await readFile(file, "utf8")).trim();
}
