/**
 * The two files of the device's certificates below `layout.tls`, each a key and its certificate in one, so that a
 * power cut never parts them. The authority's is written first: a server certificate that does not come from the
 * authority beside it counts as missing.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import path from "node:path";
import { ensureFolder, readFileIfThere, removeTemporaryFiles, writeFileAtomic } from "@hubwart/core";
import type { IssuedCertificates, KeyPair } from "./order.ts";

export interface LoadedPair extends KeyPair {
  x509: X509Certificate;
}
export interface LoadedCertificates {
  authority: LoadedPair;
  server: LoadedPair | undefined;
}

export class CertificateFiles {
  readonly #folder: string;
  readonly #authority: string;
  readonly #server: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#authority = path.join(folder, "authority.pem");
    this.#server = path.join(folder, "server.pem");
  }

  /** What is whole and fits together; undefined without a usable authority. `damaged` hears of what is not whole. */
  async load(damaged: (file: string, isRoot: boolean) => void): Promise<LoadedCertificates | undefined> {
    await removeTemporaryFiles(this.#folder);
    const authority = await pairIn(this.#authority, (file) => damaged(file, true));
    if (!authority?.x509.ca) return undefined;
    const server = await pairIn(this.#server, (file) => damaged(file, false));
    return { authority, server: server && signedBy(server, authority) ? server : undefined };
  }

  /** `newAuthority`: it is not the one that is stored. */
  async store(issued: IssuedCertificates, newAuthority: boolean): Promise<LoadedCertificates> {
    const authority = pairOf(issued.authority);
    const server = pairOf(issued.server);
    if (!signedBy(server, authority)) throw new Error("the new certificates do not fit together");
    await ensureFolder(this.#folder);
    if (newAuthority) await write(this.#authority, authority);
    await write(this.#server, server);
    return { authority, server };
  }
}

function signedBy(server: LoadedPair, authority: LoadedPair): boolean {
  return server.x509.checkIssued(authority.x509) && server.x509.verify(authority.x509.publicKey);
}

function write(file: string, { key, certificate }: KeyPair): Promise<void> {
  return writeFileAtomic(file, key + certificate, { mode: 0o600 });
}

async function pairIn(file: string, damaged: (file: string) => void): Promise<LoadedPair | undefined> {
  const text = await readFileIfThere(file);
  if (text === undefined) return undefined;
  try {
    return pairOf({ key: block(text, "PRIVATE KEY"), certificate: block(text, "CERTIFICATE") });
  } catch {
    damaged(file);
    return undefined;
  }
}

function block(text: string, label: string): string {
  const pem = new RegExp(`-----BEGIN ${label}-----[A-Za-z0-9+/=\\s]+-----END ${label}-----\\n?`).exec(text);
  if (!pem) throw new Error(`no ${label.toLowerCase()}`);
  return pem[0];
}

function pairOf(pair: KeyPair): LoadedPair {
  const x509 = new X509Certificate(pair.certificate);
  if (!x509.checkPrivateKey(createPrivateKey(pair.key))) throw new Error("key and certificate do not match");
  return { ...pair, x509 };
}
