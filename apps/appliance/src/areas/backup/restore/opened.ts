/**
 * Backups that somebody is looking into: one at a time, for half an hour. Whoever has its id may look and restore, so an
 * id is as hard to guess as a session's token.
 */
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Clock, ConflictError, diskRoom, ensureFolder, ifThere, NotFoundError } from "@hubwart/core";
import { texts } from "../texts.ts";
import { refused } from "./manifest.ts";

export interface OpenedBackup {
  id: string;
  file: string;
  encrypted: boolean;
}

const KEPT_MS = 30 * 60_000;
const KEEP_FREE = 64 * 1024 * 1024;
const AGE = "age-encryption.org/v1\n";

export class OpenedBackups {
  readonly #folder: string;
  readonly #clock: Clock;
  #opened: OpenedBackup | undefined;
  #cancelEnd: (() => void) | undefined;
  #taking = false;
  /** It is being restored. */
  #held = false;
  /** Its time ended while it was held. */
  #overdue = false;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Nothing outlives a start. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @throws NotFoundError */
  find(id: string): OpenedBackup {
    if (this.#opened?.id === id) return this.#opened;
    throw new NotFoundError(texts.notOpen);
  }

  /** Stays while the job runs. */
  async hold<T>(task: () => Promise<T>): Promise<T> {
    this.#held = true;
    try {
      return await task();
    } finally {
      if (this.#overdue) await this.#end();
      this.#held = false;
    }
  }

  /** Takes an upload. @throws ResultError 1702 for what is too large for the disk */
  async take(stream: Readable, signal: AbortSignal): Promise<OpenedBackup> {
    return await this.#alone(async (id) => {
      const file = path.join(this.#folder, id);
      let room = (await diskRoom(this.#folder)).free - KEEP_FREE;
      await pipeline(
        stream,
        async function* bounded(source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            room -= chunk.length;
            if (room < 0) throw refused(texts.noRoomForFile);
            yield chunk;
          }
        },
        createWriteStream(file, { mode: 0o600, flags: "wx" }),
        { signal },
      );
      return file;
    });
  }

  /** One that lies on the device already; it stays there. */
  async use(file: string): Promise<OpenedBackup> {
    return await this.#alone(() => Promise.resolve(file));
  }

  /** `fetch` writes it to the file it is given. */
  async fetch(fetch: (file: string) => Promise<void>): Promise<OpenedBackup> {
    return await this.#alone(async (id) => {
      const file = path.join(this.#folder, id);
      await fetch(file);
      return file;
    });
  }

  async #alone(make: (id: string) => Promise<string>): Promise<OpenedBackup> {
    if (this.#taking || this.#held) throw new ConflictError(texts.otherInWork);
    this.#taking = true;
    try {
      this.#cancelEnd?.();
      this.#opened = undefined;
      await this.clear();
      await ensureFolder(this.#folder);
      const id = randomBytes(16).toString("base64url");
      const file = await make(id);
      this.#opened = { id, file, encrypted: await isEncrypted(file) };
      this.#cancelEnd = this.#clock.after(KEPT_MS, () => {
        if (this.#held) this.#overdue = true;
        else void this.#end();
      });
      return this.#opened;
    } catch (error) {
      await this.clear();
      throw error;
    } finally {
      this.#taking = false;
    }
  }

  async #end(): Promise<void> {
    this.#overdue = false;
    this.#opened = undefined;
    // What stays goes with the next one that is opened, or with the next start.
    await this.clear().catch(() => undefined);
  }
}

/** @throws NotFoundError for a file that went meanwhile */
async function isEncrypted(file: string): Promise<boolean> {
  const handle = await ifThere(open(file, "r"));
  if (!handle) throw new NotFoundError(texts.gone);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === AGE;
  } finally {
    await handle.close();
  }
}
