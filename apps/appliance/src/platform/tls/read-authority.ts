/**
 * The one certificate of an authority in a file that somebody uploads: PEM, DER or PKCS#7 (RFC 7468, RFC 5652).
 *
 *     const certificate = readAuthority(bytes, clock.now());     // throws CertificateRefusal, German
 *
 * The file is never kept as it came; what is stored is the certificate alone.
 */
import { createPrivateKey, type X509Certificate } from "node:crypto";
import {
  CertificateRefusal,
  certificatesInDer,
  certificatesInPem,
  dayOf,
  isSelfSigned,
  issuerName,
  nameOf,
  pemBlocks,
  refuseSize,
  unique,
} from "./certificate-file.ts";
import { texts } from "./texts.ts";

/** @param now ms since the epoch */
export function readAuthority(bytes: Buffer, now: number): X509Certificate {
  refuseSize(bytes);
  const found = unique(certificatesIn(bytes));
  const [certificate, ...others] = found;
  if (!certificate) throw new CertificateRefusal(texts.noAuthorityInFile);
  if (others.length > 0) {
    throw new CertificateRefusal(texts.severalCertificates(found.length));
  }
  const name = nameOf(certificate);
  if (!certificate.ca) {
    throw new CertificateRefusal(texts.noAuthority(name));
  }
  if (!isSelfSigned(certificate)) {
    throw new CertificateRefusal(texts.intermediate(name, issuerName(certificate)));
  }
  if (Date.parse(certificate.validTo) <= now) {
    throw new CertificateRefusal(texts.expired(name, dayOf(certificate.validTo)));
  }
  return certificate;
}

function certificatesIn(bytes: Buffer): X509Certificate[] {
  const text = bytes.toString("latin1");
  if (/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text)) throw privateKey();
  const blocks = pemBlocks(text);
  if (blocks.length > 0) return certificatesInPem(blocks);
  if (isPrivateKey(bytes)) throw privateKey();
  return certificatesInDer(bytes);
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
  return new CertificateRefusal(texts.keyNotNeeded);
}
