/**
 * Channels that people record beside those of the project, in one file that the hub reads as well. It is kept apart from the project and
 * outlives it: a channel stays until somebody takes it out.
 *
 *     const added = await AddedChannels.open({ file: layout.recording, clock, log });
 *     await added.add("mqtt.haus.temperatur", "Anna");
 */
import path from "node:path";
import {
  type Clock,
  ensureFolder,
  errorText,
  type Logger,
  readOwnFile,
  removeTemporaryFiles,
  writeFileAtomic,
} from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const added = z.object({
  /** Unix seconds. */
  ts: z.number(),
  by: z.string(),
});
const stored = z.object({ format: z.literal(1), channels: z.record(z.string(), added) });
export type Added = z.output<typeof added>;

export interface AddedOptions {
  file: string;
  clock: Clock;
  log: Logger;
}

export class AddedChannels {
  readonly #options: AddedOptions;
  #channels: ReadonlyMap<string, Added>;
  #damaged: boolean;

  private constructor(options: AddedOptions, channels: ReadonlyMap<string, Added>, damaged: boolean) {
    this.#options = options;
    this.#channels = channels;
    this.#damaged = damaged;
  }

  static async open(options: AddedOptions): Promise<AddedChannels> {
    const { file, log } = options;
    await ensureFolder(path.dirname(file));
    await removeTemporaryFiles(path.dirname(file));
    const found = await readOwnFile(file, parse);
    if (found.error !== undefined) log.error(texts.unreadable(file, errorText(found.error)));
    return new AddedChannels(options, found.value ?? new Map(), found.damaged);
  }

  /** Those that were added are lost, and none has been added since. */
  get damaged(): boolean {
    return this.#damaged;
  }

  /** By name. */
  get channels(): ReadonlyMap<string, Added> {
    return this.#channels;
  }

  /** One caller at a time. */
  async add(chan: string, by: string): Promise<void> {
    const ts = Math.floor(this.#options.clock.now() / 1_000);
    await this.#write(new Map([...this.#channels, [chan, { ts, by }]]));
  }

  /** One caller at a time. */
  async remove(chan: string): Promise<void> {
    await this.#write(new Map([...this.#channels].filter(([name]) => name !== chan)));
  }

  async #write(channels: ReadonlyMap<string, Added>): Promise<void> {
    const text = JSON.stringify({ format: 1, channels: Object.fromEntries(channels) });
    await writeFileAtomic(this.#options.file, text);
    this.#channels = channels;
    this.#damaged = false;
  }
}

function parse(text: string): ReadonlyMap<string, Added> {
  const found = stored.safeParse(JSON.parse(text));
  if (!found.success) throw new Error(texts.notOurs);
  return new Map(Object.entries(found.data.channels));
}
