/**
 * Certificates that people upload for rules of the proxy, each with its key and chain; a rule without one has the device's.
 *
 *     const certificates = await ProxyCertificates.open({ folder, authorities, clock, log });
 *     const { id } = await certificates.put(undefined, { bytes, key, password });      // throws CertificateRefusal
 *
 * Invariants: one change at a time; what is kept has served a connection before; keys are in files of their own, never in answers.
 */
import { randomBytes, X509Certificate } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import {
  type Clock,
  ConflictError,
  errorText,
  type Logger,
  NotFoundError,
  namesIn,
  removeTemporaryFiles,
  SerialQueue,
  syncFolder,
} from "@hubwart/core";
import type { Authorities } from "../../../context.ts";
import { dayOf, nameOf } from "../../../platform/tls/certificate-file.ts";
import type { ServerFiles } from "../../../platform/tls/read-server.ts";
import {
  loadServer,
  type StoredServer,
  storedServer,
  takeServer,
  writeServer,
} from "../../../platform/tls/server-file.ts";
import { assumedTime, BEFORE_END } from "../../../platform/tls/validity.ts";
import type { Finding } from "../../../status.ts";
import { texts } from "./texts.ts";

export interface CertificatesParts {
  /** Below `layout.tls`, so that backups treat it as what it is. */
  folder: string;
  authorities: Pick<Authorities, "pems">;
  clock: Clock;
  log: Logger;
}

export interface ProxyCertificate extends StoredServer {
  id: string;
}

const ENDING = ".pem";
const ID = /^[0-9a-f]{8}$/;
const MOST = 50;

export class ProxyCertificates {
  readonly #parts: CertificatesParts;
  readonly #changes = new SerialQueue();
  readonly #stored = new Map<string, ProxyCertificate>();

  private constructor(parts: CertificatesParts) {
    this.#parts = parts;
  }

  static async open(parts: CertificatesParts): Promise<ProxyCertificates> {
    const { folder, log } = parts;
    const certificates = new ProxyCertificates(parts);
    await removeTemporaryFiles(folder);
    for (const name of await namesIn(folder)) {
      const id = name.slice(0, -ENDING.length);
      if (!name.endsWith(ENDING) || !ID.test(id)) continue;
      try {
        const stored = await loadServer(path.join(folder, name));
        if (stored) certificates.#stored.set(id, { id, ...stored });
      } catch (error) {
        log.error(texts.damaged(name, errorText(error)));
      }
    }
    return certificates;
  }

  list(): ProxyCertificate[] {
    return [...this.#stored.values()].sort((a, b) => nameOf(a.x509).localeCompare(nameOf(b.x509), "de"));
  }

  get(id: string): ProxyCertificate | undefined {
    return this.#stored.get(id);
  }

  /** @param id of the one it takes the place of; undefined for a further one */
  async put(id: string | undefined, files: ServerFiles): Promise<ProxyCertificate> {
    const { authorities, clock, log } = this.#parts;
    return await this.#changes.run(async () => {
      if (id !== undefined && !this.#stored.has(id)) throw unknown();
      if (id === undefined && this.#stored.size >= MOST) {
        throw new ConflictError(texts.mostCertificates(MOST));
      }
      const roots = authorities.pems().map((pem) => new X509Certificate(pem));
      const pair = await takeServer(files, roots, clock);
      const next = { id: id ?? randomBytes(4).toString("hex"), ...storedServer(pair, clock.now()) };
      await writeServer(this.#file(next.id), pair);
      this.#stored.set(next.id, next);
      log.info(texts.added(nameOf(next.x509), dayOf(next.x509.validTo), next.x509.fingerprint256));
      return next;
    });
  }

  /** @param users names of the rules that have it */
  async remove(id: string, users: readonly string[]): Promise<ProxyCertificate> {
    return await this.#changes.run(async () => {
      const found = this.#stored.get(id);
      if (!found) throw unknown();
      if (users.length > 0) {
        throw new ConflictError(texts.inUse(users));
      }
      await rm(this.#file(id), { force: true });
      await syncFolder(this.#parts.folder);
      this.#stored.delete(id);
      return found;
    });
  }

  /** Of those in use. */
  findings(used: ReadonlySet<string>): Finding[] {
    const now = assumedTime(this.#parts.clock.now());
    return this.list().flatMap(({ chain, id }) => {
      const ending = chain.find(({ validTo }) => Date.parse(validTo) - now <= BEFORE_END);
      if (!ending || !used.has(id)) return [];
      const day = dayOf(ending.validTo);
      const over = Date.parse(ending.validTo) <= now;
      const text = texts.ending(nameOf(ending), over, day);
      return [{ code: `proxy-certificate-expires-${id}`, level: 2, text, route: "/container/caddyproxy" }];
    });
  }

  #file(id: string): string {
    return path.join(this.#parts.folder, id + ENDING);
  }
}

const unknown = () => new NotFoundError(texts.noCertificate);
