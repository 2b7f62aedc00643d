/**
 * The server certificate that administrators upload, with its key and chain; used in place of the device's own.
 *
 *     const own = await OwnServer.open({ folder, authorities, clock, log });
 *     await own.put({ bytes, key, password });      // throws CertificateRefusal, German; nothing is replaced then
 *     await own.remove();
 *
 * Invariants: one change at a time. What is put in was read whole and has served a connection before.
 */
import type { X509Certificate } from "node:crypto";
import { rm } from "node:fs/promises";
import {
  type Clock,
  errorText,
  type Logger,
  NotFoundError,
  removeTemporaryFiles,
  SerialQueue,
  syncFolder,
} from "@hubwart/core";
import type { Finding } from "../../status.ts";
import { dayOf, nameOf } from "./certificate-file.ts";
import type { ServerFiles } from "./read-server.ts";
import {
  loadServer,
  type StoredServer,
  storedServer,
  takeServer,
  uploadedFile,
  writeServer,
} from "./server-file.ts";
import { texts } from "./texts.ts";
import { assumedTime, BEFORE_END } from "./validity.ts";

export interface OwnServerParts {
  /** Its own, below `layout.tls`. */
  folder: string;
  /** Roots that the device trusts besides the usual ones. */
  authorities: () => readonly X509Certificate[];
  clock: Clock;
  log: Logger;
}

export class OwnServer {
  readonly #parts: OwnServerParts;
  readonly #file: string;
  readonly #changes = new SerialQueue();
  readonly #handlers = new Set<() => void>();
  #stored: StoredServer | undefined;

  private constructor(parts: OwnServerParts) {
    this.#parts = parts;
    this.#file = uploadedFile(parts.folder);
  }

  static async open(parts: OwnServerParts): Promise<OwnServer> {
    const own = new OwnServer(parts);
    await removeTemporaryFiles(parts.folder);
    try {
      own.#stored = await loadServer(own.#file);
    } catch (error) {
      parts.log.error(texts.ownDamaged(errorText(error)));
    }
    return own;
  }

  get stored(): StoredServer | undefined {
    return this.#stored;
  }

  onChange(handler: () => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  async put(files: ServerFiles): Promise<StoredServer> {
    const { authorities, clock, log } = this.#parts;
    return await this.#changes.run(async () => {
      const pair = await takeServer(files, authorities(), clock);
      await writeServer(this.#file, pair);
      const stored = storedServer(pair, clock.now());
      this.#changed(stored);
      log.info(texts.ownInUse(nameOf(stored.x509), dayOf(stored.x509.validTo), stored.x509.fingerprint256));
      return stored;
    });
  }

  /** @throws NotFoundError */
  async remove(): Promise<StoredServer> {
    const { folder, log } = this.#parts;
    return await this.#changes.run(async () => {
      const before = this.#stored;
      if (!before) throw new NotFoundError(texts.noOwn);
      await rm(this.#file, { force: true });
      await syncFolder(folder);
      this.#changed(undefined);
      log.info(`Eigenes Server-Zertifikat entfernt: ${nameOf(before.x509)}.`);
      return before;
    });
  }

  findings(): Finding[] {
    const now = assumedTime(this.#parts.clock.now());
    const ending = this.#stored?.chain.find(({ validTo }) => Date.parse(validTo) - now <= BEFORE_END);
    if (!ending) return [];
    const name = nameOf(ending);
    const day = dayOf(ending.validTo);
    const text =
      Date.parse(ending.validTo) <= now ? texts.serverExpired(name, day) : texts.serverRunsOut(name, day);
    return [{ code: "server-certificate-expires", level: 2, text, route: "/resources/certs?tab=server" }];
  }

  #changed(stored: StoredServer | undefined): void {
    this.#stored = stored;
    for (const handler of this.#handlers) handler();
  }
}
