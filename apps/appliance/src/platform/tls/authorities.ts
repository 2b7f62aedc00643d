/**
 * Authorities that administrators added: the one place that stores them, and that tells whoever opens TLS connections.
 * This process and the hub with its pods trust them from the moment an upload is answered, and no longer once a removal is.
 *
 *     const authorities = await TrustedAuthorities.open({ folder: layout.authorities, clock, scope, log, hub });
 *     await authorities.add("firma.crt", bytes);
 *
 * Each is a file of its own (PEM), so a power cut leaves it or not. The hub reads the folder at its start, and again when it
 * is told to, also after it was away.
 */
import { X509Certificate } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import {
  AUTHORITY_ENDING,
  type Clock,
  ensureFolder,
  errorText,
  type Logger,
  NotFoundError,
  readAuthorities,
  removeTemporaryFiles,
  type Scope,
  SerialQueue,
  syncFolder,
  trustAuthorities,
  writeFileAtomic,
} from "@hubwart/core";
import type { HubLink } from "../../hub-link.ts";
import type { Finding } from "../../status.ts";
import { CertificateRefusal, dayOf, nameOf } from "./certificate-file.ts";
import { readAuthority } from "./read-authority.ts";
import { texts } from "./texts.ts";
import { BEFORE_END } from "./validity.ts";

export interface AuthoritiesParts {
  /** `layout.authorities` */
  folder: string;
  clock: Clock;
  scope: Scope;
  log: Logger;
  hub: Pick<HubLink, "connected" | "on" | "request">;
}

export interface StoredAuthority {
  filename: string;
  /** Unix seconds. */
  ts: number;
  x509: X509Certificate;
}

const MOST = 100;
const LONGEST_NAME = 100;

export class TrustedAuthorities {
  readonly #parts: AuthoritiesParts;
  readonly #changes = new SerialQueue();
  readonly #handlers = new Set<() => Promise<void>>();
  #known: readonly StoredAuthority[] = [];

  private constructor(parts: AuthoritiesParts) {
    this.#parts = parts;
  }

  static async open(parts: AuthoritiesParts): Promise<TrustedAuthorities> {
    const { folder, hub, scope } = parts;
    await ensureFolder(folder);
    await removeTemporaryFiles(folder);
    const authorities = new TrustedAuthorities(parts);
    await authorities.#read();
    await trustAuthorities(await readAuthorities(folder));
    scope.add(
      hub.on("connected", (connected) => {
        if (connected) void authorities.#tellHub();
      }),
    );
    return authorities;
  }

  /** By name. */
  list(): readonly StoredAuthority[] {
    return this.#known;
  }

  /** As certificates (PEM). */
  pems(): string[] {
    return this.#known.map(({ x509 }) => x509.toString());
  }

  /** Awaited by each change; must not throw. The returned function ends it. */
  onChange(handler: () => Promise<void>): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /** Trusted once this returns. @throws CertificateRefusal */
  async add(filename: string, bytes: Buffer): Promise<StoredAuthority> {
    return await this.#changes.run(async () => {
      const x509 = readAuthority(bytes, this.#parts.clock.now());
      const same = this.#same(x509);
      if (same) throw new CertificateRefusal(texts.alreadyThere(nameOf(x509), same.filename));
      return await this.#keep(filename, x509);
    });
  }

  /** The same for one that may be trusted already; named after whom it is of. @throws CertificateRefusal */
  async addMissing(bytes: Buffer): Promise<StoredAuthority> {
    return await this.#changes.run(async () => {
      const x509 = readAuthority(bytes, this.#parts.clock.now());
      return this.#same(x509) ?? (await this.#keep(`${nameOf(x509)}.crt`, x509));
    });
  }

  /** Trusted no longer once this returns; connections that stand because of it are ended. */
  async remove(filename: string): Promise<StoredAuthority> {
    const { folder, log } = this.#parts;
    return await this.#changes.run(async () => {
      const found = this.#known.find((one) => one.filename === filename);
      if (!found) throw new NotFoundError(texts.certificateGone);
      await rm(path.join(folder, filename + AUTHORITY_ENDING));
      await syncFolder(folder);
      await this.#apply();
      log.info(
        `Zertifizierungsstelle entfernt: ${nameOf(found.x509)}, SHA-256 ${found.x509.fingerprint256}.`,
      );
      return found;
    });
  }

  #same({ fingerprint256 }: X509Certificate): StoredAuthority | undefined {
    return this.#known.find(({ x509 }) => x509.fingerprint256 === fingerprint256);
  }

  async #keep(filename: string, x509: X509Certificate): Promise<StoredAuthority> {
    const { clock, folder, log } = this.#parts;
    if (this.#known.length >= MOST) throw new CertificateRefusal(texts.tooManyCertificates(MOST));
    const name = this.#freeName(filename);
    await writeFileAtomic(path.join(folder, name + AUTHORITY_ENDING), x509.toString());
    await this.#apply();
    log.info(texts.authorityAdded(nameOf(x509), x509.fingerprint256));
    return { filename: name, ts: Math.floor(clock.now() / 1000), x509 };
  }

  findings(): Finding[] {
    const now = this.#parts.clock.now();
    return this.#known.flatMap(({ filename, x509 }) => {
      const end = Date.parse(x509.validTo);
      if (end - now > BEFORE_END) return [];
      const day = dayOf(end);
      const text = end <= now ? texts.authorityExpired(filename, day) : texts.authorityEnds(filename, day);
      return [{ code: `authority-expires-${filename}`, level: 2, text, route: "/resources/certs" }];
    });
  }

  async #apply(): Promise<void> {
    await this.#read();
    await trustAuthorities(this.pems());
    await Promise.all([this.#tellHub(), ...[...this.#handlers].map((handler) => handler())]);
  }

  async #tellHub(): Promise<void> {
    const { hub, log } = this.#parts;
    // It reads the folder when it starts, and is told once it is there.
    if (!hub.connected) return;
    try {
      await hub.request("trustChanged", {});
    } catch (error) {
      log.warn(texts.hubUnaware(errorText(error)));
    }
  }

  async #read(): Promise<void> {
    const { folder, log } = this.#parts;
    const known: StoredAuthority[] = [];
    for (const name of (await readdir(folder)).sort()) {
      if (!name.endsWith(AUTHORITY_ENDING)) continue;
      const file = path.join(folder, name);
      try {
        const x509 = new X509Certificate(await readFile(file));
        const ts = Math.floor((await stat(file)).mtimeMs / 1000);
        known.push({ filename: name.slice(0, -AUTHORITY_ENDING.length), ts, x509 });
      } catch (error) {
        log.error(texts.noCertificate(file, errorText(error)));
      }
    }
    this.#known = known;
  }

  /** A name that is safe as a file's, and not taken. */
  #freeName(filename: string): string {
    const last = filename.split(/[\\/]/).at(-1) ?? "";
    const plain = last.replace(/[^A-Za-z0-9_. -]/g, "_").replace(/^[^A-Za-z0-9_]+/, "");
    const base = plain.trim().slice(0, LONGEST_NAME) || "zertifikat";
    const taken = new Set(this.#known.map((one) => one.filename.toLowerCase()));
    let name = base;
    for (let i = 2; taken.has(name.toLowerCase()); i += 1) name = `${base}-${i}`;
    return name;
  }
}
