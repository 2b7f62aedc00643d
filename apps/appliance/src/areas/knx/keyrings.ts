/**
 * Keyrings of the interfaces. A keyring is stored only if its password opens it and its signature is right; it is handed to its
 * pod alone. The pod gets it with its next start, so the pod is restarted.
 */
import { stat } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { isMissing, ResultError } from "@hubwart/core";
import { PodHandover } from "@hubwart/ipc";
import {
  KeyringError,
  type KeyringFacts,
  type KeyringQuestion,
  type KeyringUse,
  keyringName,
  removeKeyring,
  storedParts,
  storeKeyring,
} from "@hubwart/knx/appliance";
import { type Guesses, PasswordTries } from "../../platform/session/tries.ts";
import type { KnxInterface } from "./interfaces.ts";

export interface KeyringInfo {
  found: boolean;
  valid: boolean;
  /** Unix seconds; 0 without a keyring. */
  modified: number;
  createdby: string;
  created: string;
  project: string;
}

/** Never on the appliance's own thread. @throws KeyringError */
export type ReadKeyring = (question: KeyringQuestion) => Promise<KeyringFacts>;

const NONE: KeyringInfo = {
  found: false,
  valid: false,
  modified: 0,
  createdby: "",
  created: "",
  project: "",
};

export class Keyrings {
  readonly #root: string;
  readonly #tries: PasswordTries;
  readonly #read: ReadKeyring;
  /** What was found in a file of this age, or is being read: opening it again would cost the processor each time. */
  readonly #known = new Map<string, { mtime: number; info: Promise<KeyringInfo> }>();

  /** @param root `layout.podHandover` */
  constructor(root: string, guesses: Guesses, read: ReadKeyring) {
    this.#root = root;
    this.#tries = new PasswordTries(guesses, "knx-keyring");
    this.#read = read;
  }

  /** @throws ResultError that says what is wrong with the file or its password */
  async store(
    { pod, iface }: KnxInterface,
    bytes: Buffer,
    password: string,
    use: KeyringUse | undefined,
  ): Promise<void> {
    const { lacks } = await this.#tries.run(() => proved(this.#read({ bytes, passwords: [password], use })));
    if (lacks !== undefined) throw new ResultError(CODES.keyringInvalid, lacks);
    await storeKeyring(new PodHandover(this.#root, pod.id), iface, bytes, password);
  }

  async remove({ pod, iface }: KnxInterface): Promise<void> {
    await removeKeyring(new PodHandover(this.#root, pod.id), iface);
  }

  async has(iface: KnxInterface): Promise<boolean> {
    return (await this.#mtime(iface)) !== undefined;
  }

  async info(iface: KnxInterface): Promise<KeyringInfo> {
    const mtime = await this.#mtime(iface);
    if (mtime === undefined) return NONE;
    const known = this.#known.get(iface.id);
    if (known?.mtime === mtime) return known.info;
    const info = this.#infoOf(iface, mtime);
    this.#known.set(iface.id, { mtime, info });
    return info;
  }

  async #infoOf({ id, pod, iface }: KnxInterface, mtime: number): Promise<KeyringInfo> {
    const modified = Math.floor(mtime / 1000);
    try {
      const parts = storedParts(await new PodHandover(this.#root, pod.id).read(), iface);
      if (!parts) return NONE;
      const { createdBy, created, project } = await this.#read(parts);
      return { found: true, valid: true, modified, createdby: createdBy, created, project };
    } catch (error) {
      // What nobody found out is tried again.
      if (!(error instanceof KeyringError) || error.fault === "unread") this.#known.delete(id);
      if (!(error instanceof KeyringError)) throw error;
      return { ...NONE, found: true, modified };
    }
  }

  /** ms; undefined without a keyring. */
  async #mtime({ pod, iface }: KnxInterface): Promise<number | undefined> {
    try {
      return (await stat(path.join(this.#root, pod.id, "files", keyringName(iface)))).mtimeMs;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

/** @throws ResultError */
async function proved(reading: Promise<KeyringFacts>): Promise<KeyringFacts> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error;
    const wrong = error.fault === "password" || error.fault === "either";
    throw new ResultError(wrong ? CODES.wrongFilePassword : CODES.keyringInvalid, error.message);
  }
}
