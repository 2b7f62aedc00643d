/**
 * Settings an administrator made over the project's, by pod id. The hub reads the same file when it starts a pod.
 *
 * Invariants: the file is replaced whole; changes run one after the other, each on the content the one before
 * it left.
 */

import path from "node:path";
import {
  type DataLayout,
  ensureFolder,
  errorText,
  type Logger,
  readOwnFile,
  removeTemporaryFiles,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const setting = z.object({ internal: z.boolean(), params: z.record(z.string(), z.unknown()) });
const schema = z.record(z.string(), setting);
export type PodSetting = z.output<typeof setting>;

export class PodSettings {
  readonly #file: string;
  readonly #queue = new SerialQueue();
  #all: Record<string, PodSetting>;
  #damaged: boolean;

  private constructor(file: string, all: Record<string, PodSetting>, damaged: boolean) {
    this.#file = file;
    this.#all = all;
    this.#damaged = damaged;
  }

  static async open(layout: DataLayout, log: Logger): Promise<PodSettings> {
    const file = layout.podSettings;
    await ensureFolder(path.dirname(file));
    await removeTemporaryFiles(path.dirname(file));
    const { damaged, error, value } = await readOwnFile(file, (text) => schema.parse(JSON.parse(text)));
    // Nobody can tell what was meant; the pods run with the project's own settings until somebody saves.
    if (error !== undefined) {
      log.error(texts.settingsUnreadable(errorText(error)));
    }
    return new PodSettings(file, value ?? {}, damaged);
  }

  /** Those that were made are lost, and none has been saved since. */
  get damaged(): boolean {
    return this.#damaged;
  }

  find(pod: string): PodSetting | undefined {
    return Object.hasOwn(this.#all, pod) ? this.#all[pod] : undefined;
  }

  ids(): string[] {
    return Object.keys(this.#all);
  }

  save(pod: string, value: PodSetting): Promise<void> {
    return this.#write(() => ({ ...this.#all, [pod]: value }));
  }

  remove(pod: string): Promise<void> {
    return this.#write(() => Object.fromEntries(Object.entries(this.#all).filter(([id]) => id !== pod)));
  }

  #write(change: () => Record<string, PodSetting>): Promise<void> {
    return this.#queue.run(async () => {
      const next = change();
      await writeFileAtomic(this.#file, JSON.stringify(next, undefined, 2));
      this.#all = next;
      this.#damaged = false;
    });
  }
}
