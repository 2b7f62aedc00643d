/**
 * The certificates of a PKCS#7 file (`SignedData` of RFC 5652, as `.p7b` files hold it), in DER:
 *
 *     ContentInfo  SEQUENCE { OID signedData, [0] SEQUENCE { version, digests, content, [0] certificates, … } }
 *
 * Anything else, and whatever does not add up, gives none.
 */
import { CONTEXT_0, elements, oidText, SEQUENCE } from "./der.ts";

const SIGNED_DATA = "1.2.840.113549.1.7.2";

export function certificatesOf(bytes: Buffer): Buffer[] {
  const [info] = elements(bytes);
  if (info?.tag !== SEQUENCE) return [];
  const [type, explicit] = elements(info.content);
  if (oidText(type) !== SIGNED_DATA || explicit?.tag !== CONTEXT_0) return [];
  const [signed] = elements(explicit.content);
  if (signed?.tag !== SEQUENCE) return [];
  const certificates = elements(signed.content).find(({ tag }) => tag === CONTEXT_0);
  if (!certificates) return [];
  return elements(certificates.content)
    .filter(({ tag }) => tag === SEQUENCE)
    .map(({ whole }) => whole);
}
