/**
 * Scripts on the disk, below `layout.scripts`:
 *
 *     uploaded/<name>      what was uploaded or edited in the console; becomes active by an activation
 *     settings.json        allowed servers; likewise
 *     active.json          what the hub runs beside the project's scripts; replaced by an activation, in one step
 *     kept/<name>.json     persistent variables, written by the scripts' process
 *
 * A script that was uploaded wins over the project's of the same name.
 */
import { link, rename, rm } from "node:fs/promises";
import path from "node:path";
import {
  ensureFolder,
  isMissing,
  listFiles,
  type OwnFile,
  readFileIfThere,
  readOwnFile,
  writeFileAtomic,
} from "@hubwart/core";
import { SCRIPT_NAME } from "./script-name.ts";

export interface ActiveScripts {
  /** Source by name. */
  scripts: Record<string, string>;
  hosts: string[];
}

export interface UploadedScript {
  name: string;
  source: string;
  /** ms since the epoch. */
  ts: number;
}

const NONE: ActiveScripts = { scripts: {}, hosts: [] };

export class ScriptStore {
  readonly keptFolder: string;
  readonly #folder: string;
  readonly #active: string;
  readonly #settings: string;

  /** @param root `layout.scripts` */
  constructor(root: string) {
    this.#folder = path.join(root, "uploaded");
    this.#active = path.join(root, "active.json");
    this.#settings = path.join(root, "settings.json");
    this.keptFolder = path.join(root, "kept");
  }

  async uploaded(): Promise<UploadedScript[]> {
    const files = await listFiles(this.#folder, (name) => SCRIPT_NAME.test(name));
    const scripts = await Promise.all(
      files.map(async ({ name, mtimeMs }) => {
        const source = await readFileIfThere(path.join(this.#folder, name));
        return source === undefined ? undefined : { name, source, ts: mtimeMs };
      }),
    );
    return scripts.filter((script) => script !== undefined).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async write(name: string, source: string): Promise<void> {
    await ensureFolder(this.#folder);
    await writeFileAtomic(this.#file(name), source, { mode: 0o600 });
  }

  /** @returns whether there was one */
  async remove(name: string): Promise<boolean> {
    try {
      await rm(this.#file(name));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async settings(): Promise<{ hosts: string[] }> {
    return (await this.#readSettings()).value ?? { hosts: [] };
  }

  /** Nobody can tell which servers were allowed: none is until somebody allows one again. */
  async settingsDamaged(): Promise<boolean> {
    return (await this.#readSettings()).damaged;
  }

  #readSettings(): Promise<OwnFile<{ hosts: string[] }>> {
    return readOwnFile(this.#settings, (text) => {
      const { hosts = [] } = JSON.parse(text) as { hosts?: string[] };
      if (!areTexts(hosts)) throw new TypeError("no list of servers");
      return { hosts };
    });
  }

  async saveSettings({ hosts }: { hosts: string[] }): Promise<void> {
    await ensureFolder(path.dirname(this.#settings));
    await writeFileAtomic(this.#settings, JSON.stringify({ hosts }), { mode: 0o600 });
  }

  /** A damaged file is an error: running other scripts than the activated ones would be worse than none. */
  async active(): Promise<ActiveScripts> {
    const text = await readFileIfThere(this.#active);
    if (text === undefined) return NONE;
    const { hosts = [], scripts = {} } = JSON.parse(text) as Partial<ActiveScripts>;
    if (!areTexts(hosts) || !areTexts(Object.values(scripts)))
      throw new TypeError(`${this.#active} is damaged`);
    return { hosts, scripts };
  }

  async activate(active: ActiveScripts): Promise<void> {
    await ensureFolder(path.dirname(this.#active));
    // A damaged one is kept aside for somebody to look at.
    if (
      await this.active().then(
        () => false,
        () => true,
      )
    )
      await this.#keepAside();
    await writeFileAtomic(this.#active, JSON.stringify(active), { mode: 0o600 });
  }

  /** By a second name, so that a power cut leaves the damaged one in its place: without any, the project's own would run. */
  async #keepAside(): Promise<void> {
    const kept = `${this.#active}.damaged`;
    await rm(kept, { force: true });
    // A folder in its place has no second name.
    await link(this.#active, kept).catch(() => rename(this.#active, kept));
  }

  #file(name: string): string {
    if (!SCRIPT_NAME.test(name)) throw new RangeError(`no script ${name}`);
    return path.join(this.#folder, name);
  }
}

const areTexts = (all: readonly unknown[]): boolean =>
  Array.isArray(all) && all.every((text) => typeof text === "string");

/** What runs: the project's scripts under those that were activated. */
export function mergedScripts(
  project: Record<string, string>,
  active: Record<string, string>,
): Record<string, string> {
  const all = new Map([...Object.entries(project), ...Object.entries(active)]);
  return Object.fromEntries(
    [...all].filter(([name]) => SCRIPT_NAME.test(name)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
