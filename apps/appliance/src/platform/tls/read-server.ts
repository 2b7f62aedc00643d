/**
 * A server's certificate that somebody uploads, with its key and chain: PEM in one file or two, or PKCS#12.
 *
 *     const read = await readServer({ bytes, key, password }, authorities, now);   // throws CertificateRefusal, German
 *
 * What is served later is written anew from what was read, never the file as it came.
 */
import { type KeyObject, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import {
  CertificateRefusal,
  certificatesInDer,
  certificatesInPem,
  isSignedBy,
  nameOf,
  type PemBlock,
  parsed,
  pemBlocks,
  refuseSize,
  unique,
} from "./certificate-file.ts";
import { chainOf } from "./chain.ts";
import type { KeyPair } from "./order.ts";
import { Effort } from "./password-encryption.ts";
import { isPkcs12, readPkcs12 } from "./pkcs12.ts";
import { keyKind, privateKeyOf, privateKeysIn } from "./private-key.ts";
import { texts } from "./texts.ts";

export interface ServerFiles {
  /** Certificate, chain and perhaps the key. */
  bytes: Buffer;
  /** The key (PEM) where it is a file of its own; otherwise empty. */
  key: string;
  /** Of the key or of the PKCS#12 file; empty for none. */
  password: string;
}

export interface ReadServer {
  /** `certificate`: the server's own and its issuers, in the order they are served. */
  pair: KeyPair;
  root: X509Certificate;
}

/**
 * @param authorities roots that the device trusts besides the usual ones
 * @param now ms since the epoch
 */
export async function readServer(
  files: ServerFiles,
  authorities: readonly X509Certificate[],
  now: number,
): Promise<ReadServer> {
  const { certificates, keys } = await contentOf(files);
  if (certificates.length === 0) {
    throw new CertificateRefusal(texts.noServerInFile);
  }
  const [key, ...others] = different(keys);
  if (!key) {
    throw new CertificateRefusal(texts.keyMissing);
  }
  if (others.length > 0) {
    throw new CertificateRefusal(texts.severalKeys);
  }
  keyKind(key);
  const server = certificates.find((one) => one.checkPrivateKey(key));
  if (!server) {
    const names = certificates.map((one) => texts.quoted(nameOf(one))).join(", ");
    throw new CertificateRefusal(texts.keyDiffers(names));
  }
  const issued = certificates.find((one) => one !== server && isSignedBy(one, server));
  if (issued) {
    throw new CertificateRefusal(texts.keyOfIssuer(nameOf(issued), nameOf(server)));
  }
  const issuers = certificates.filter((one) => one !== server);
  const { served, root } = chainOf(server, issuers, () => trustedRoots(authorities), now);
  return {
    pair: {
      key: key.export({ type: "pkcs8", format: "pem" }).toString(),
      certificate: served.map((one) => one.toString()).join(""),
    },
    root,
  };
}

interface Content {
  certificates: X509Certificate[];
  keys: KeyObject[];
}

async function contentOf({ bytes, key, password }: ServerFiles): Promise<Content> {
  refuseSize(bytes);
  const effort = new Effort();
  const apart = await privateKeysIn(keyBlocks(key), password, effort);
  if (isPkcs12(bytes)) {
    const found = await readPkcs12(bytes, password, effort);
    return {
      certificates: unique(found.certificates.map(parsed)),
      keys: [...found.keys.map(privateKeyOf), ...apart],
    };
  }
  const blocks = pemBlocks(bytes.toString("latin1"));
  return {
    certificates: unique(blocks.length > 0 ? certificatesInPem(blocks) : certificatesInDer(bytes)),
    keys: [...(await privateKeysIn(blocks, password, effort)), ...apart],
  };
}

function keyBlocks(text: string): PemBlock[] {
  if (text === "") return [];
  const blocks = pemBlocks(text).filter(({ label }) => label.endsWith("PRIVATE KEY"));
  if (blocks.length > 0) return blocks;
  throw new CertificateRefusal(texts.noKeyInFile);
}

function different(keys: readonly KeyObject[]): KeyObject[] {
  return keys.filter((key, at) => keys.findIndex((other) => other.equals(key)) === at);
}

/** Those of people first: Node's own are parsed only if none of them fits. */
function* trustedRoots(authorities: readonly X509Certificate[]): Generator<X509Certificate> {
  yield* authorities;
  for (const pem of rootCertificates) yield new X509Certificate(pem);
}
