/** Certificates for tests, as an authority would issue them. Times are days from `NOW`. */
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

export const NOW = Date.UTC(2026, 5, 1);
export const DAY = 24 * 60 * 60 * 1000;

const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

export interface Made {
  name: string;
  keys: CryptoKeyPair;
  certificate: x509.X509Certificate;
  /** PEM. */
  text: string;
}

export interface Order {
  /** An authority signed by itself without. */
  issuer?: Made;
  /** Instead of the issuer's own name. */
  issuerName?: string;
  /** Default: whatever has no names. */
  ca?: boolean;
  /** DNS names of a server. */
  names?: readonly string[];
  from?: number;
  to?: number;
  algorithm?: RsaHashedKeyGenParams | EcKeyGenParams;
  usages?: readonly string[];
}

export async function make(name: string, order: Order = {}): Promise<Made> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const { issuer, names } = order;
  const algorithm = order.algorithm ?? EC;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const signing = issuer?.keys ?? keys;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: "0a",
    subject: [{ CN: [name] }],
    issuer: [{ CN: [order.issuerName ?? issuer?.name ?? name] }],
    notBefore: new Date(NOW + (order.from ?? -10) * DAY),
    notAfter: new Date(NOW + (order.to ?? 100) * DAY),
    publicKey: keys.publicKey,
    signingKey: signing.privateKey,
    signingAlgorithm: { ...signing.privateKey.algorithm, hash: "SHA-256" },
    extensions: [
      new x509.BasicConstraintsExtension(order.ca ?? !names, undefined, true),
      ...(names
        ? [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns", value }) as const))]
        : []),
      ...(order.usages ? [new x509.ExtendedKeyUsageExtension([...order.usages])] : []),
    ],
  });
  return { name, keys, certificate, text: `${certificate.toString("pem")}\n` };
}

/** PKCS#8 (PEM) of a certificate's key. */
export async function keyText({ keys }: Made): Promise<string> {
  const der = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return `${x509.PemConverter.encode(der, x509.PemConverter.PrivateKeyTag)}\n`;
}
