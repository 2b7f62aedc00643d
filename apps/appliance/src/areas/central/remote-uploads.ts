/**
 * Files that people of the central send, piece by piece into a folder of their own. Only one that is there whole, with the hash that its sender
 * says, is handed on; all else is removed, also what a power cut left.
 */
import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { type Clock, errorText, type Logger } from "@hubwart/core";
import { type RoutedAnswer, routedRefusal, TRANSFER_LIMITS } from "@hubwart/fleet";
import { type Closed, Held } from "./held.ts";
import { texts } from "./texts.ts";

/** What becomes of it. @param file absolute path; gone afterwards */
export type Whole<D> = (file: string, door: D, signal: AbortSignal) => Promise<RoutedAnswer>;

interface Under<D> extends Closed {
  file: string;
  handle: FileHandle;
  size: number;
  at: number;
  hash: Hash;
  busy: boolean;
  whole: Whole<D>;
}

export interface RemoteUploadsParts {
  clock: Clock;
  log: Logger;
  /** Nobody else's. */
  folder: string;
}

const OK: RoutedAnswer = { v: 1, status: 200, body: '{"code":0}' };

export class RemoteUploads<D> {
  readonly #parts: RemoteUploadsParts;
  readonly #held: Held<Under<D>>;
  #emptied: Promise<void> | undefined;
  #count = 0;
  #opening = 0;
  #era = 0;

  constructor(parts: RemoteUploadsParts) {
    this.#parts = parts;
    this.#held = new Held(parts.clock);
  }

  /** What a crash left. */
  async clean(): Promise<void> {
    await rm(this.#parts.folder, { recursive: true, force: true });
  }

  /** @param most bytes */
  async open(key: string, size: number, most: number, whole: Whole<D>): Promise<RoutedAnswer> {
    if (size > most) return routedRefusal(413, 413, texts.fileTooLarge(most));
    if (this.#held.full || this.#opening >= TRANSFER_LIMITS.atOnce)
      return routedRefusal(503, 503, texts.tooManyFiles);
    const era = this.#era;
    this.#opening += 1;
    try {
      this.#emptied ??= this.#empty().catch((error: unknown) => {
        this.#emptied = undefined;
        throw error;
      });
      await this.#emptied;
      const file = path.join(this.#parts.folder, String((this.#count += 1)));
      const handle = await open(file, "wx", 0o600);
      const under: Under<D> = {
        file,
        handle,
        size,
        at: 0,
        hash: createHash("sha256"),
        busy: false,
        whole,
        close: () => void this.#remove(handle, file),
      };
      if (era === this.#era && this.#held.add(key, under)) return OK;
      under.close();
      return routedRefusal(503, 503, texts.tooManyFiles);
    } catch (error) {
      return this.#noRoom(error);
    } finally {
      this.#opening -= 1;
    }
  }

  async write(key: string, at: number, bytes: Uint8Array): Promise<RoutedAnswer> {
    const under = this.#held.get(key);
    if (!under) return routedRefusal(410, 410, texts.fileOver);
    if (under.busy || under.at !== at || bytes.length === 0 || at + bytes.length > under.size) {
      this.#held.drop(key);
      return routedRefusal(409, 409, texts.fileOver);
    }
    under.busy = true;
    try {
      await under.handle.writeFile(bytes);
    } catch (error) {
      this.#held.drop(key);
      return this.#noRoom(error);
    } finally {
      under.busy = false;
    }
    under.hash.update(bytes);
    under.at += bytes.length;
    return OK;
  }

  /** Does nothing with what is not whole. @param door as it is now */
  async finish(key: string, sha256: string, door: D, signal: AbortSignal): Promise<RoutedAnswer> {
    const under = this.#held.take(key);
    if (!under) return routedRefusal(410, 410, texts.fileOver);
    const { file, handle } = under;
    try {
      if (under.busy || under.at !== under.size || under.hash.digest("hex") !== sha256)
        return routedRefusal(400, 400, texts.fileNotAsSent);
      await handle.close();
      return await under.whole(file, door, signal);
    } finally {
      await this.#remove(handle, file);
    }
  }

  drop(key: string): void {
    this.#held.drop(key);
  }

  end(): void {
    this.#era += 1;
    this.#held.end();
  }

  async #empty(): Promise<void> {
    await this.clean();
    await mkdir(this.#parts.folder, { recursive: true, mode: 0o700 });
  }

  async #remove(handle: FileHandle, file: string): Promise<void> {
    try {
      await handle.close();
    } catch {
      // Closed already.
    }
    await rm(file, { force: true }).catch((error: unknown) => this.#parts.log.warn(errorText(error)));
  }

  #noRoom(error: unknown): RoutedAnswer {
    this.#parts.log.warn(errorText(error));
    return routedRefusal(503, 503, texts.fileNoRoom);
  }
}
