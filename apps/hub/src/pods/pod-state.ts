/**
 * What a pod wants to find again after a restart, in small: a JSON value for each name, one file per pod.
 *
 * Invariants: answered only when it is on the disk; writes of a pod run one after the other; at most `LIMITS`.
 */
import path from "node:path";
import {
  ensureFolder,
  InvalidInputError,
  readFileIfThere,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import { texts } from "../texts.ts";

const LIMITS = { names: 64, bytes: 256 * 1024 };

export class PodState {
  readonly #file: string;
  readonly #queue = new SerialQueue();
  #values: Promise<Record<string, unknown>> | undefined;

  /** @param folder `layout.podState` */
  constructor(folder: string, pod: string) {
    this.#file = path.join(folder, `${pod}.json`);
  }

  async read(name: string): Promise<unknown> {
    const values = await this.#read();
    return Object.hasOwn(values, name) ? values[name] : null;
  }

  keep(name: string, value: unknown): Promise<void> {
    return this.#queue.run(async () => {
      const values = { ...(await this.#read()), [name]: value };
      const text = JSON.stringify(values);
      if (Object.keys(values).length > LIMITS.names || text.length > LIMITS.bytes) {
        throw new InvalidInputError([{ field: "value", message: texts.keepsTooMuch }]);
      }
      await ensureFolder(path.dirname(this.#file));
      await writeFileAtomic(this.#file, text, { mode: 0o600 });
      this.#values = Promise.resolve(values);
    });
  }

  /** A damaged file counts as empty: what is kept must be of use, not needed. */
  #read(): Promise<Record<string, unknown>> {
    this.#values ??= readFileIfThere(this.#file).then((text) => {
      try {
        const values: unknown = JSON.parse(text?.toString() ?? "{}");
        return typeof values === "object" && values !== null ? { ...values } : {};
      } catch {
        return {};
      }
    });
    return this.#values;
  }
}
