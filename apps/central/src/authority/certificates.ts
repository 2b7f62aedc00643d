/** What the central's authority signs: its own certificates, and those of hubs (RFC 5280). */
import "reflect-metadata";
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";

export interface KeyPair {
  /** PEM. */
  key: string;
  certificate: string;
}

interface Order {
  name: string;
  /** ms since the epoch. */
  now: number;
  days: number;
  both?: boolean;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY = 86_400_000;
/** A certificate begins a day back, for clocks that are behind. */
const BACK = DAY;

export async function makeAuthority({ days, name, now }: Order): Promise<KeyPair> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [name] }],
    notBefore: new Date(now - BACK),
    notAfter: new Date(now + days * DAY),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  return {
    key: createPrivateKey({ key, format: "der", type: "pkcs8" }).export({
      format: "pem",
      type: "pkcs8",
    }) as string,
    certificate: `${certificate.toString("pem")}\n`,
  };
}

/**
 * @param names host names and addresses of a server; none: a client
 * @param order `both`: a server that is a client of others of its kind
 */
export async function sign(
  authority: KeyPair,
  key: KeyObject,
  { both = false, days, name, now }: Order,
  names: readonly string[] = [],
): Promise<string> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const root = new x509.X509Certificate(authority.certificate);
  const der = x509.PemConverter.decodeFirst(authority.key);
  const signingKey = await webcrypto.subtle.importKey("pkcs8", der, ALGORITHM, false, ["sign"]);
  const publicKey = new x509.PublicKey(key.export({ format: "der", type: "spki" }));
  const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [name] }],
    issuer: root.subjectName,
    notBefore: new Date(now - BACK),
    notAfter: new Date(Math.min(now + days * DAY, root.notAfter.getTime())),
    publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(
        both ? [serverAuth, clientAuth] : [names.length > 0 ? serverAuth : clientAuth],
      ),
      ...(names.length > 0
        ? [
            new x509.SubjectAlternativeNameExtension(
              names.map((value) => ({ type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const), value })),
            ),
          ]
        : []),
    ],
  });
  return `${certificate.toString("pem")}\n`;
}

/** A fresh key (P-256) and its certificate. */
export async function makePair(
  authority: KeyPair,
  order: Order,
  names?: readonly string[],
): Promise<KeyPair> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    key: privateKey.export({ format: "pem", type: "pkcs8" }) as string,
    certificate: await sign(authority, publicKey, order, names),
  };
}

/** 126 random bits; positive, as a DER integer must be, and never of fewer bytes. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}
