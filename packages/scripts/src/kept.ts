/**
 * A script's persistent variables: one file per script.
 *
 * Invariants: a change is on the disk within `FLUSH_AFTER`, or when the process ends in order; a power cut leaves the
 * state before or after it. A damaged file counts as empty.
 */
import path from "node:path";
import {
  type Clock,
  ensureFolder,
  errorText,
  type Logger,
  readFileIfThere,
  type Scope,
  writeFileAtomic,
} from "@hubwart/core";
import type { LuaValue } from "@hubwart/lua";
import { texts } from "./texts.ts";

const FLUSH_AFTER = 1_000;

export class Kept {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  #values = new Map<string, LuaValue>();
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: { folder: string; script: string; clock: Clock; log: Logger; scope: Scope }) {
    this.#file = path.join(options.folder, `${options.script}.json`);
    this.#clock = options.clock;
    this.#log = options.log;
    options.scope.add(() => this.flush());
  }

  async load(): Promise<void> {
    const text = await readFileIfThere(this.#file);
    if (text === undefined) return;
    try {
      const read: unknown = JSON.parse(text);
      if (typeof read !== "object" || read === null || Array.isArray(read)) throw new Error("no object");
      this.#values = new Map(Object.entries(read as Record<string, LuaValue>));
    } catch {
      this.#log.warn(texts.keptBroken);
    }
  }

  get values(): Record<string, LuaValue> {
    return Object.fromEntries(this.#values);
  }

  set(name: string, value: LuaValue): void {
    if (value === null) this.#values.delete(name);
    else this.#values.set(name, value);
    this.#cancel ??= this.#clock.after(FLUSH_AFTER, () => void this.flush());
  }

  /** Resolves when everything so far is on the disk, or the log says why it is not. */
  flush(): Promise<void> {
    if (this.#cancel) {
      this.#cancel();
      this.#cancel = undefined;
      this.#writing = this.#writing.then(() => this.#write());
    }
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      await ensureFolder(path.dirname(this.#file));
      await writeFileAtomic(this.#file, JSON.stringify(this.values), { mode: 0o600 });
    } catch (error) {
      this.#log.error(texts.keptUnwritten(errorText(error)));
      this.#cancel ??= this.#clock.after(10 * FLUSH_AFTER, () => void this.flush());
    }
  }
}
