/**
 * Channels that people record on this device beside those of the project, as the appliance wrote them. They are marked in the project
 * when it is loaded, so that whoever asks what is recorded needs to know nothing of them.
 */
import { errorText, type Logger, readFileIfThere } from "@hubwart/core";
import type { CompiledChannel, CompiledProject } from "@hubwart/project/compiled";
import { texts } from "../texts.ts";

export class DeviceRecording {
  readonly #file: string;
  readonly #log: Logger;
  /** Those that are not recorded by the project's own word. */
  readonly #marked = new WeakSet<CompiledChannel>();

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  /** Marks what the file names now, and nothing else. What it says beside a project that records a channel itself makes no difference. */
  async mark({ pods }: CompiledProject): Promise<void> {
    const wanted = await this.#read();
    for (const { channels } of pods)
      for (const channel of channels) {
        if (this.#marked.has(channel)) {
          if (wanted.has(channel.chan)) continue;
          this.#marked.delete(channel);
          delete channel.record;
        } else if (channel.record === undefined && wanted.has(channel.chan)) {
          this.#marked.add(channel);
          channel.record = {};
        }
      }
  }

  /** A file that cannot be read keeps no project from running. */
  async #read(): Promise<ReadonlySet<string>> {
    try {
      const text = await readFileIfThere(this.#file);
      if (text === undefined) return new Set();
      const raw = JSON.parse(text) as { format?: unknown; channels?: unknown } | null;
      if (raw?.format !== 1 || typeof raw.channels !== "object" || raw.channels === null)
        throw new Error(texts.notOurs(this.#file));
      return new Set(Object.keys(raw.channels));
    } catch (error) {
      this.#log.error(texts.recordingUnreadable(errorText(error)));
      return new Set();
    }
  }
}
