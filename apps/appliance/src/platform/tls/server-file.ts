/**
 * A server's certificate that somebody uploaded, as one file: key, certificate, chain. A power cut leaves the old one or the new one.
 *
 *     const pair = await takeServer({ bytes, key, password }, roots, clock);      // throws CertificateRefusal, German
 *     await writeServer(file, pair);
 *     await loadServer(file);      // undefined without a file; throws if it is damaged
 */
import { createPrivateKey, type X509Certificate } from "node:crypto";
import { stat } from "node:fs/promises";
import { isIPv6, SocketAddress } from "node:net";
import path from "node:path";
import { type Clock, ensureFolder, readFileIfThere, writeFileAtomic } from "@hubwart/core";
import { parsed, pemBlocks } from "./certificate-file.ts";
import { proveHandshake } from "./handshake-trial.ts";
import type { KeyPair } from "./order.ts";
import { keyKind } from "./private-key.ts";
import { readServer, type ServerFiles } from "./read-server.ts";
import { assumedTime } from "./validity.ts";

/** Its folder. @param tls `layout.tls` */
export const uploadedFolder = (tls: string) => path.join(tls, "own");
export const uploadedFile = (folder: string) => path.join(folder, "server.pem");

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

/** Read whole, and has served a connection within this process. @param roots that the device trusts besides the usual ones */
export async function takeServer(
  files: ServerFiles,
  roots: readonly X509Certificate[],
  clock: Clock,
): Promise<KeyPair> {
  const { pair, root } = await readServer(files, roots, assumedTime(clock.now()));
  await proveHandshake(pair, root, clock);
  return pair;
}

export async function writeServer(file: string, pair: KeyPair): Promise<void> {
  await ensureFolder(path.dirname(file));
  await writeFileAtomic(file, pair.key + pair.certificate, { mode: 0o600 });
}

export async function loadServer(file: string): Promise<StoredServer | undefined> {
  const text = await readFileIfThere(file);
  if (text === undefined) return undefined;
  const blocks = pemBlocks(text);
  const withLabel = (label: string) =>
    blocks.filter((block) => block.label === label).map(({ whole }) => `${whole}\n`);
  const pair = { key: withLabel("PRIVATE KEY").join(""), certificate: withLabel("CERTIFICATE").join("") };
  return storedServer(pair, (await stat(file)).mtimeMs);
}

/** @throws Error if key and certificate are not of each other */
export function storedServer(pair: KeyPair, ms: number): StoredServer {
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
