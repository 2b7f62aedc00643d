/**
 * The one certificate of an authority in a file that somebody uploads: PEM, DER or PKCS#7 (RFC 7468, RFC 5652).
 *
 *     const certificate = readAuthority(bytes, clock.now());     // throws CertificateRefusal, German
 *
 * The file is never kept as it came; what is stored is the certificate alone.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { certificatesOf } from "./pkcs7.ts";

/** Bytes; a bundle of every public authority has some 200,000. */
export const LARGEST_CERTIFICATE_FILE = 256 * 1024;

export class CertificateRefusal extends ResultError {
  constructor(message: string, options?: ErrorOptions) {
    super(CODES.certificateRefused, message, options);
  }
}

/** @param now ms since the epoch */
export function readAuthority(bytes: Buffer, now: number): X509Certificate {
  if (bytes.length > LARGEST_CERTIFICATE_FILE)
    throw new CertificateRefusal("Die Datei ist größer als 256 kB.");
  if (bytes.length === 0) throw new CertificateRefusal("Die Datei ist leer.");
  const found = unique(certificatesIn(bytes));
  const [certificate, ...others] = found;
  if (!certificate) throw new CertificateRefusal("Die Datei enthält kein Zertifikat (PEM, DER oder PKCS#7).");
  if (others.length > 0) {
    throw new CertificateRefusal(
      `Die Datei enthält ${found.length} Zertifikate. Bitte laden Sie nur das Stammzertifikat hoch, jedes in einer eigenen Datei.`,
    );
  }
  const name = nameOf(certificate);
  if (!certificate.ca) {
    throw new CertificateRefusal(
      `„${name}“ ist kein Zertifikat einer Zertifizierungsstelle. Gebraucht wird das Stammzertifikat, mit dem es ausgestellt wurde.`,
    );
  }
  if (!isSelfSigned(certificate)) {
    const issuer = attributeOf(certificate.issuer) ?? "der Zertifizierungsstelle darüber";
    throw new CertificateRefusal(
      `„${name}“ ist ein Zwischenzertifikat. Gebraucht wird das Stammzertifikat von „${issuer}“.`,
    );
  }
  if (Date.parse(certificate.validTo) <= now) {
    const day = new Date(certificate.validTo).toLocaleDateString("de-DE", { timeZone: "UTC" });
    throw new CertificateRefusal(`„${name}“ ist seit dem ${day} abgelaufen.`);
  }
  return certificate;
}

/** Common name or organisation, for people. */
export function nameOf(certificate: X509Certificate): string {
  return attributeOf(certificate.subject) ?? certificate.subject.split("\n").join(", ");
}

function attributeOf(name: string): string | undefined {
  const lines = name.split("\n");
  const found = lines.find((line) => line.startsWith("CN=")) ?? lines.find((line) => line.startsWith("O="));
  return found?.slice(found.indexOf("=") + 1);
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
}

const PEM = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;

function certificatesIn(bytes: Buffer): X509Certificate[] {
  const text = bytes.toString("latin1");
  if (/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text)) throw privateKey();
  const blocks = [...text.matchAll(PEM)];
  if (blocks.length === 0) return inDer(bytes);
  if (blocks.every(([, label]) => label?.endsWith("CERTIFICATE REQUEST"))) {
    throw new CertificateRefusal("Die Datei ist eine Zertifikatsanforderung und noch kein Zertifikat.");
  }
  return blocks.flatMap(([, label = "", body = ""]) => {
    const der = Buffer.from(body, "base64");
    if (label === "PKCS7" || label === "CMS") return certificatesOf(der).map(parsed);
    return ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"].includes(label) ? [parsed(der)] : [];
  });
}

function inDer(bytes: Buffer): X509Certificate[] {
  if (isPrivateKey(bytes)) throw privateKey();
  const bundled = certificatesOf(bytes);
  if (bundled.length > 0) return bundled.map(parsed);
  // The start of every DER structure of this kind (X.690); anything else is no certificate at all.
  return bytes[0] === 0x30 ? [parsed(bytes)] : [];
}

function parsed(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new CertificateRefusal("Die Datei ist beschädigt oder kein Zertifikat (PEM, DER oder PKCS#7).", {
      cause,
    });
  }
}

function isPrivateKey(bytes: Buffer): boolean {
  return (["pkcs8", "pkcs1", "sec1"] as const).some((type) => {
    try {
      createPrivateKey({ key: bytes, format: "der", type });
      return true;
    } catch {
      return false;
    }
  });
}

function privateKey(): CertificateRefusal {
  return new CertificateRefusal(
    "Die Datei enthält einen privaten Schlüssel. Er wird hier nicht gebraucht und wurde nicht gespeichert; bitte laden Sie nur das Zertifikat hoch.",
  );
}

function unique(certificates: readonly X509Certificate[]): X509Certificate[] {
  return [...new Map(certificates.map((one) => [one.fingerprint256, one])).values()];
}
