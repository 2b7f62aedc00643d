/**
 * Makes the device's own certificates: a root that signs nothing but this device's server certificate, and that
 * server certificate (RFC 5280). Fresh keys on P-256 each time; the serial numbers are random.
 *
 *     const { authority, server } = await issue({ authority: undefined, authorityName, names, now });
 *
 * Loads some 14 MB of code: the appliance runs it in a process of its own (`issuer.ts`).
 */
import "reflect-metadata";
import { randomBytes, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";
import type { CertificateOrder, IssuedCertificates, KeyPair } from "./order.ts";
import { AUTHORITY_FROM, AUTHORITY_LIFE, SERVER_BACK, SERVER_LIFE } from "./validity.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
/** RFC 5280, appendix A: ub-common-name. */
const LONGEST_NAME = 64;

export async function issue(order: CertificateOrder): Promise<IssuedCertificates> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const authority = order.authority ?? (await makeAuthority(order));
  return { authority, server: await makeServer(order, authority) };
}

async function makeAuthority({ authorityName, now }: CertificateOrder): Promise<KeyPair> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [authorityName] }],
    notBefore: new Date(AUTHORITY_FROM),
    notAfter: new Date(now + AUTHORITY_LIFE),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return await toPem(keys, certificate);
}

async function makeServer({ names, now }: CertificateOrder, authority: KeyPair): Promise<KeyPair> {
  const root = new x509.X509Certificate(authority.certificate);
  const signingKey = await webcrypto.subtle.importKey(
    "pkcs8",
    x509.PemConverter.decodeFirst(authority.key),
    ALGORITHM,
    false,
    ["sign"],
  );
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [(names[0] ?? "localhost").slice(0, LONGEST_NAME)] }],
    issuer: root.subjectName,
    notBefore: new Date(now - SERVER_BACK),
    notAfter: new Date(Math.min(now - SERVER_BACK + SERVER_LIFE, root.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const), value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.publicKey),
    ],
  });
  return await toPem(keys, certificate);
}

async function newKeys(): Promise<CryptoKeyPair> {
  return await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

/** 126 random bits; positive, as a DER integer must be, and never of fewer bytes. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}

async function toPem(keys: CryptoKeyPair, certificate: x509.X509Certificate): Promise<KeyPair> {
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    key: `${x509.PemConverter.encode(key, x509.PemConverter.PrivateKeyTag)}\n`,
    certificate: `${certificate.toString("pem")}\n`,
  };
}
