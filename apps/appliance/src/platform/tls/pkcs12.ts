/**
 * What a PKCS#12 file (`.pfx`, `.p12`; RFC 7292) holds, with a checksum under its password:
 *
 *     PFX  SEQUENCE { 3, ContentInfo { data, [0] OCTET STRING { SEQUENCE OF ContentInfo } }, MacData }
 *     each ContentInfo, plain or encrypted: SEQUENCE OF SafeBag { OID, [0] key, encrypted key or certificate, … }
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { CertificateRefusal } from "./certificate-file.ts";
import { CONTEXT_0, type Element, elements, numberOf, OCTETS, oidText, SEQUENCE } from "./der.ts";
import { bmp, decrypt, type Effort, pkcs12Key, wrongPassword } from "./password-encryption.ts";
import { texts } from "./texts.ts";

export interface Pkcs12Content {
  /** DER. */
  certificates: Buffer[];
  /** PKCS#8, DER. */
  keys: Buffer[];
}

const VERSION = 3;
const DATA = "1.2.840.113549.1.7.1";
const ENCRYPTED = "1.2.840.113549.1.7.6";
const BAG = "1.2.840.113549.1.12.10.1.";
const X509 = "1.2.840.113549.1.9.22.1";
const HASHES: Readonly<Record<string, { hash: string; length: number }>> = {
  "1.3.14.3.2.26": { hash: "sha1", length: 20 },
  "2.16.840.1.101.3.4.2.1": { hash: "sha256", length: 32 },
  "2.16.840.1.101.3.4.2.2": { hash: "sha384", length: 48 },
  "2.16.840.1.101.3.4.2.3": { hash: "sha512", length: 64 },
};

export function isPkcs12(bytes: Buffer): boolean {
  const [whole] = elements(bytes);
  if (whole?.tag !== SEQUENCE) return false;
  const [version, content] = elements(whole.content);
  return numberOf(version) === VERSION && content?.tag === SEQUENCE;
}

/** @throws CertificateRefusal */
export async function readPkcs12(bytes: Buffer, password: string, effort: Effort): Promise<Pkcs12Content> {
  const [, info, mac] = elements(elements(bytes)[0]?.content ?? NONE);
  const safe = contentOf(info);
  if (mac) await checkSum(mac, safe, password, effort);
  const found: Pkcs12Content = { certificates: [], keys: [] };
  for (const part of listIn(safe)) {
    const [type, explicit] = elements(part.content);
    if (oidText(type) === DATA) await takeBags(contentOf(part), found, password, effort);
    else if (oidText(type) === ENCRYPTED) {
      const [, encrypted] = elements(elements(explicit?.content ?? NONE)[0]?.content ?? NONE);
      const [, algorithm, content] = elements(encrypted?.content ?? NONE);
      if (!algorithm || !content) throw damaged();
      await takeBags(await decrypt(algorithm, content.content, password, effort), found, password, effort);
    } else throw damaged();
  }
  return found;
}

async function takeBags(bytes: Buffer, into: Pkcs12Content, password: string, effort: Effort): Promise<void> {
  for (const bag of listIn(bytes)) {
    const [type, explicit] = elements(bag.content);
    const [value] = elements(explicit?.content ?? NONE);
    if (!value) throw damaged();
    switch (oidText(type).replace(BAG, "")) {
      case "1":
        into.keys.push(value.whole);
        break;
      case "2": {
        const [algorithm, content] = elements(value.content);
        if (!algorithm || !content) throw damaged();
        into.keys.push(await decrypt(algorithm, content.content, password, effort));
        break;
      }
      case "3": {
        const [kind, held] = elements(value.content);
        if (oidText(kind) === X509)
          into.certificates.push(elements(held?.content ?? NONE)[0]?.content ?? NONE);
        break;
      }
      default:
      // Revocation lists and secrets of other kinds are nothing that serves.
    }
  }
}

async function checkSum(mac: Element, safe: Buffer, password: string, effort: Effort): Promise<void> {
  const [digestInfo, salt, given] = elements(mac.content);
  const [algorithm, digest] = elements(digestInfo?.content ?? NONE);
  const known = HASHES[oidText(elements(algorithm?.content ?? NONE)[0])];
  if (!known || salt?.tag !== OCTETS || !digest) {
    throw new CertificateRefusal(texts.sumUnknown);
  }
  const rounds = given ? numberOf(given) : 1;
  // Some programs write no password as an empty text, others as none at all.
  const secrets = password === "" ? [bmp(""), NONE] : [bmp(password)];
  for (const secret of secrets) {
    const of = { ...known, secret, salt: salt.content, purpose: 3 } as const;
    const key = await pkcs12Key({ ...of, rounds: effort.take(rounds) });
    const sum = createHmac(known.hash, key).update(safe).digest();
    if (sum.length === digest.content.length && timingSafeEqual(sum, digest.content)) return;
  }
  throw wrongPassword(password);
}

/** The octets of a ContentInfo of type data. */
function contentOf(info: Element | undefined): Buffer {
  const [type, explicit] = elements(info?.content ?? NONE);
  const [octets] = elements(explicit?.content ?? NONE);
  if (oidText(type) !== DATA || explicit?.tag !== CONTEXT_0 || octets?.tag !== OCTETS) throw damaged();
  return octets.content;
}

function listIn(bytes: Buffer): Element[] {
  const [list] = elements(bytes);
  if (list?.tag !== SEQUENCE) throw damaged();
  return elements(list.content);
}

function damaged(): CertificateRefusal {
  return new CertificateRefusal(texts.pkcs12Damaged);
}

const NONE = Buffer.alloc(0);
