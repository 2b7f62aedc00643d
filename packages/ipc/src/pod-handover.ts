/**
 * What a pod gets beside its parameters: files (a keyring, a certificate, a script) and secrets. The appliance
 * stores them, the hub hands them over when it starts the pod.
 *
 *     const store = new PodHandover(layout.podHandover, "knx.line");
 *     await store.writeFile("keyring.knxkeys", bytes);
 *     await store.writeSecret("keyringPassword", text);   // takes effect with the pod's next start
 *     const { files, secrets } = await store.read();
 *
 * Invariants: readable by this account only; every write survives a power cut; never more than `HANDOVER`.
 */
import { chmod, readdir, rm } from "node:fs/promises";
import path from "node:path";
import {
  ensureFolder,
  InvalidInputError,
  isMissing,
  readOwn,
  readOwnFile,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import type { PodLoad } from "./pod-messages.ts";
import { texts } from "./texts.ts";

export const HANDOVER = {
  files: 64,
  fileBytes: 4 * 1024 * 1024,
  allFileBytes: 16 * 1024 * 1024,
  secrets: 64,
  secretLength: 8 * 1024,
} as const;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
/** Changes of one process run one after the other, so that the limits hold. */
const queue = new SerialQueue();

export class PodHandover {
  readonly #files: string;
  readonly #secrets: string;
  readonly #folder: string;

  /** @param root `layout.podHandover` */
  constructor(root: string, pod: string) {
    if (!/^[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+$/.test(pod)) throw new RangeError(`no pod ${pod}`);
    this.#folder = path.join(root, pod);
    this.#files = path.join(this.#folder, "files");
    this.#secrets = path.join(this.#folder, "secrets.json");
  }

  /** @param damaged called if the secrets are lost, and none has been stored since */
  async read(damaged: () => void = () => undefined): Promise<Pick<PodLoad, "files" | "secrets">> {
    const files: Record<string, string> = {};
    for (const name of await this.fileNames()) {
      files[name] = (await readOwn(path.join(this.#files, name))).toString("base64");
    }
    return { files, secrets: await this.#readSecrets(damaged) };
  }

  async fileNames(): Promise<string[]> {
    try {
      return (await readdir(this.#files)).filter((name) => NAME.test(name)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async secretNames(): Promise<string[]> {
    return Object.keys(await this.#readSecrets());
  }

  async readFile(name: string): Promise<Buffer | undefined> {
    try {
      return await readOwn(path.join(this.#files, named(name)));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** @throws InvalidInputError for a name or size that is not allowed */
  writeFile(name: string, content: Uint8Array): Promise<void> {
    return queue.run(async () => {
      const file = path.join(this.#files, named(name));
      const others = (await this.fileNames()).filter((other) => other !== name);
      let bytes = content.byteLength;
      for (const other of others) bytes += (await readOwn(path.join(this.#files, other))).byteLength;
      if (content.byteLength > HANDOVER.fileBytes) refuse(name, texts.fileTooLarge);
      if (bytes > HANDOVER.allFileBytes) refuse(name, texts.filesTooLarge);
      if (others.length >= HANDOVER.files) refuse(name, texts.tooManyFiles(HANDOVER.files));
      await ensureFolder(this.#files);
      await writeFileAtomic(file, content, { mode: 0o600 });
    });
  }

  removeFile(name: string): Promise<void> {
    return queue.run(() => rm(path.join(this.#files, named(name)), { force: true }));
  }

  /** An empty text removes it. @throws InvalidInputError for a name or length that is not allowed */
  writeSecret(name: string, text: string): Promise<void> {
    return queue.run(async () => {
      named(name);
      const { [name]: _before, ...others } = await this.#readSecrets();
      if (text.length > HANDOVER.secretLength) refuse(name, texts.secretTooLong);
      if (Object.keys(others).length >= HANDOVER.secrets) {
        refuse(name, texts.tooManySecrets(HANDOVER.secrets));
      }
      await ensureFolder(this.#folder);
      const next = text === "" ? others : { ...others, [name]: text };
      await writeFileAtomic(this.#secrets, JSON.stringify(next), { mode: 0o600 });
    });
  }

  /** Everything that is kept for the pod. */
  remove(): Promise<void> {
    return queue.run(() => rm(this.#folder, { recursive: true, force: true }));
  }

  async #readSecrets(lost: () => void = () => undefined): Promise<Record<string, string>> {
    // What needs a damaged one says so: a keyring that opens no more, a server that refuses. It can be given anew.
    const { damaged, value = {} } = await readOwnFile(this.#secrets, (text) => asObject(JSON.parse(text)));
    if (damaged) lost();
    else if (Object.keys(value).length > 0) await chmod(this.#secrets, 0o600);
    const entries = Object.entries(value).filter(
      (entry): entry is [string, string] => NAME.test(entry[0]) && typeof entry[1] === "string",
    );
    return Object.fromEntries(entries);
  }
}

/** The content of a file that was handed over. */
export function podFile(load: Pick<PodLoad, "files">, name: string): Buffer | undefined {
  const content = Object.hasOwn(load.files, name) ? load.files[name] : undefined;
  return content === undefined ? undefined : Buffer.from(content, "base64");
}

function asObject(value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new TypeError("no object");
}

/** A secret that was handed over. */
export function podSecret(load: Pick<PodLoad, "secrets">, name: string): string | undefined {
  return Object.hasOwn(load.secrets, name) ? load.secrets[name] : undefined;
}

function named(name: string): string {
  if (!NAME.test(name)) refuse("name", texts.nameRule);
  return name;
}

function refuse(field: string, message: string): never {
  throw new InvalidInputError([{ field, message }]);
}
