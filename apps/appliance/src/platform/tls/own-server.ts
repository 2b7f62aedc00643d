/**
 * The server certificate that administrators upload, with its key and chain; used in place of the device's own.
 *
 *     const own = await OwnServer.open({ folder, authorities, clock, log });
 *     await own.put({ bytes, key, password });      // throws CertificateRefusal, German; nothing is replaced then
 *     await own.remove();
 *
 * Invariants: one change at a time. What is put in was read whole and has served a connection before; key and chain are one
 * file, so a power cut leaves the old ones, the new ones or none.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { isIPv6, SocketAddress } from "node:net";
import path from "node:path";
import {
  type Clock,
  ensureFolder,
  errorText,
  type Logger,
  NotFoundError,
  readFileIfThere,
  removeTemporaryFiles,
  SerialQueue,
  syncFolder,
  writeFileAtomic,
} from "@hubwart/core";
import type { Finding } from "../../status.ts";
import { dayOf, nameOf, parsed, pemBlocks } from "./certificate-file.ts";
import { proveHandshake } from "./handshake-trial.ts";
import type { KeyPair } from "./order.ts";
import { keyKind } from "./private-key.ts";
import { readServer, type ServerFiles } from "./read-server.ts";
import { assumedTime, BEFORE_END } from "./validity.ts";

export interface OwnServerParts {
  /** Its own, below `layout.tls`. */
  folder: string;
  /** Roots that the device trusts besides the usual ones. */
  authorities: () => readonly X509Certificate[];
  clock: Clock;
  log: Logger;
}

export interface StoredServer {
  pair: KeyPair;
  /** The server's own, then its issuers. */
  chain: readonly X509Certificate[];
  x509: X509Certificate;
  /** DNS names and addresses. */
  names: readonly string[];
  /** For people. */
  kind: string;
  /** Unix seconds. */
  ts: number;
}

const FILE = "server.pem";

export class OwnServer {
  readonly #parts: OwnServerParts;
  readonly #file: string;
  readonly #changes = new SerialQueue();
  readonly #handlers = new Set<() => void>();
  #stored: StoredServer | undefined;

  private constructor(parts: OwnServerParts) {
    this.#parts = parts;
    this.#file = path.join(parts.folder, FILE);
  }

  static async open(parts: OwnServerParts): Promise<OwnServer> {
    const own = new OwnServer(parts);
    await removeTemporaryFiles(parts.folder);
    try {
      own.#stored = await own.#load();
    } catch (error) {
      parts.log.error(
        `Das hochgeladene Server-Zertifikat ist beschädigt und wird nicht benutzt: ${errorText(error)}`,
      );
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
    const { authorities, clock, folder, log } = this.#parts;
    return await this.#changes.run(async () => {
      const { pair, root } = await readServer(files, authorities(), assumedTime(clock.now()));
      await proveHandshake(pair, root, clock);
      await ensureFolder(folder);
      await writeFileAtomic(this.#file, pair.key + pair.certificate, { mode: 0o600 });
      const stored = storedOf(pair, clock.now());
      this.#changed(stored);
      log.info(
        `Eigenes Server-Zertifikat in Gebrauch: ${nameOf(stored.x509)}, gültig bis ${dayOf(stored.x509.validTo)}, SHA-256 ${stored.x509.fingerprint256}.`,
      );
      return stored;
    });
  }

  /** @throws NotFoundError */
  async remove(): Promise<StoredServer> {
    const { folder, log } = this.#parts;
    return await this.#changes.run(async () => {
      const before = this.#stored;
      if (!before) throw new NotFoundError("Es ist kein eigenes Server-Zertifikat in Gebrauch.");
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
    const name = `„${nameOf(ending)}“`;
    const day = dayOf(ending.validTo);
    const text =
      Date.parse(ending.validTo) <= now
        ? `Das Server-Zertifikat ${name} ist seit dem ${day} abgelaufen; Browser warnen vor der Verbindung.`
        : `Das Server-Zertifikat ${name} läuft am ${day} ab.`;
    return [{ code: "server-certificate-expires", level: 2, text, route: "/resources/certs?tab=server" }];
  }

  #changed(stored: StoredServer | undefined): void {
    this.#stored = stored;
    for (const handler of this.#handlers) handler();
  }

  async #load(): Promise<StoredServer | undefined> {
    const text = await readFileIfThere(this.#file);
    if (text === undefined) return undefined;
    const blocks = pemBlocks(text);
    const withLabel = (label: string) =>
      blocks.filter((block) => block.label === label).map(({ whole }) => `${whole}\n`);
    const pair = { key: withLabel("PRIVATE KEY").join(""), certificate: withLabel("CERTIFICATE").join("") };
    return storedOf(pair, (await stat(this.#file)).mtimeMs);
  }
}

function storedOf(pair: KeyPair, ms: number): StoredServer {
  const [x509, ...issuers] = pemBlocks(pair.certificate).map(({ body }) =>
    parsed(Buffer.from(body, "base64")),
  );
  const key = createPrivateKey(pair.key);
  if (!x509?.checkPrivateKey(key)) throw new Error("key and certificate do not match");
  return {
    pair,
    chain: [x509, ...issuers],
    x509,
    names: namesIn(x509),
    kind: keyKind(key),
    ts: Math.floor(ms / 1000),
  };
}

/** Node gives them as `DNS:hub.example, IP Address:0:0:0:0:0:0:0:1`. */
function namesIn({ subjectAltName = "" }: Pick<X509Certificate, "subjectAltName">): string[] {
  const names = subjectAltName
    .split(", ")
    .flatMap((one) => /^(?:DNS|IP Address):([A-Za-z0-9.:*_-]+)$/.exec(one)?.slice(1) ?? []);
  return names.map((name) =>
    isIPv6(name) ? new SocketAddress({ address: name, family: "ipv6" }).address : name,
  );
}
