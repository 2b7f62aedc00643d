/** Root certificates that sites are to trust. Each hub judges them once more, like those that people upload there; what no site would take is refused here. */
import { X509Certificate } from "node:crypto";
import { texts } from "./texts.ts";

export interface Authority {
  /** PEM of the certificate alone, whatever stood around it. */
  pem: string;
  name: string;
  /** SHA-256, hexadecimal with colons. */
  fingerprint: string;
  /** ms since the epoch. */
  until: number;
}

/** @returns German: why it is none */
export function readAuthority(text: string, now: number): Authority | string {
  if (/PRIVATE KEY-----/.test(text)) return texts.authority.keyInFile;
  if (text.split("-----BEGIN ").length > 2) return texts.authority.several;
  const x509 = parsed(text);
  if (!x509) return texts.authority.none;
  const authority = authorityOf(x509);
  const { name, until } = authority;
  if (!x509.ca || !x509.verify(x509.publicKey)) return texts.authority.notRoot(name);
  return until <= now ? texts.authority.expired(name) : authority;
}

/** Of one that was read before. */
export const storedAuthority = (pem: string): Authority => authorityOf(new X509Certificate(pem));

function authorityOf(x509: X509Certificate): Authority {
  const { fingerprint256: fingerprint, subject, validTo } = x509;
  const name = attribute(subject, "CN") ?? attribute(subject, "O") ?? subject.replaceAll("\n", ", ");
  return { pem: x509.toString(), name, fingerprint, until: Date.parse(validTo) };
}

const attribute = (subject: string, type: string): string | undefined =>
  subject
    .split("\n")
    .find((line) => line.startsWith(`${type}=`))
    ?.slice(type.length + 1);

function parsed(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}
