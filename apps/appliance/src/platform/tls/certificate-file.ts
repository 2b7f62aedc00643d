/** Certificates in files that people upload: PEM (RFC 7468), DER, PKCS#7 (RFC 5652). All refusals are German. */
import { X509Certificate } from "node:crypto";
import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { SEQUENCE } from "./der.ts";
import { certificatesOf } from "./pkcs7.ts";
import { texts } from "./texts.ts";

/** Bytes; a bundle of every public authority has some 200,000. */
export const LARGEST_CERTIFICATE_FILE = 256 * 1024;

export class CertificateRefusal extends ResultError {
  constructor(message: string, options?: ErrorOptions) {
    super(CODES.certificateRefused, message, options);
  }
}

/** An upload, whole. @throws CertificateRefusal for one that is too large */
export async function readSmall(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_CERTIFICATE_FILE) throw new CertificateRefusal(texts.fileTooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function refuseSize(bytes: Buffer): void {
  if (bytes.length > LARGEST_CERTIFICATE_FILE) throw new CertificateRefusal(texts.fileTooLarge);
  if (bytes.length === 0) throw new CertificateRefusal(texts.fileEmpty);
}

export interface PemBlock {
  label: string;
  /** Between the two lines, as it is. */
  body: string;
  whole: string;
}

/** The body ends at the first line of dashes, so that no text takes longer than its length. */
const PEM = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*(?:-(?!----)[^-]*)*)-----END \1-----/g;

export function pemBlocks(text: string): PemBlock[] {
  return [...text.matchAll(PEM)].map(([whole, label = "", body = ""]) => ({ label, body, whole }));
}

const CERTIFICATE_LABELS: ReadonlySet<string> = new Set([
  "CERTIFICATE",
  "X509 CERTIFICATE",
  "TRUSTED CERTIFICATE",
]);

export function certificatesInPem(blocks: readonly PemBlock[]): X509Certificate[] {
  if (blocks.length > 0 && blocks.every(({ label }) => label.endsWith("CERTIFICATE REQUEST"))) {
    throw new CertificateRefusal(texts.onlyRequest);
  }
  return blocks.flatMap(({ label, body }) => {
    const der = Buffer.from(body, "base64");
    if (label === "PKCS7" || label === "CMS") return certificatesOf(der).map(parsed);
    return CERTIFICATE_LABELS.has(label) ? [parsed(der)] : [];
  });
}

/** None if it is no structure of this kind at all. */
export function certificatesInDer(bytes: Buffer): X509Certificate[] {
  const bundled = certificatesOf(bytes);
  if (bundled.length > 0) return bundled.map(parsed);
  return bytes[0] === SEQUENCE ? [parsed(bytes)] : [];
}

export function parsed(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new CertificateRefusal(texts.fileDamaged, {
      cause,
    });
  }
}

export function unique(certificates: readonly X509Certificate[]): X509Certificate[] {
  return [...new Map(certificates.map((one) => [one.fingerprint256, one])).values()];
}

/** Whether the first was signed by the second. */
export function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

export function isSelfSigned(certificate: X509Certificate): boolean {
  return isSignedBy(certificate, certificate);
}

/** Common name or organisation, for people. */
export function nameOf(certificate: X509Certificate): string {
  return attributeOf(certificate.subject) ?? certificate.subject.split("\n").join(", ");
}

export function issuerName(certificate: X509Certificate): string {
  return attributeOf(certificate.issuer) ?? certificate.issuer.split("\n").join(", ");
}

function attributeOf(name: string): string | undefined {
  const lines = name.split("\n");
  const found = lines.find((line) => line.startsWith("CN=")) ?? lines.find((line) => line.startsWith("O="));
  return found?.slice(found.indexOf("=") + 1);
}

/** @param time as certificates say it, or ms since the epoch */
export function dayOf(time: string | number): string {
  return new Date(time).toLocaleDateString("de-DE", { timeZone: "UTC" });
}
