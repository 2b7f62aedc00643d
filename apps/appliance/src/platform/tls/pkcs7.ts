/**
 * The certificates of a PKCS#7 file (`SignedData` of RFC 5652, as `.p7b` files hold it), in DER:
 *
 *     ContentInfo  SEQUENCE { OID signedData, [0] SEQUENCE { version, digests, content, [0] certificates, … } }
 *
 * Anything else, and whatever does not add up, gives none.
 */
interface Element {
  tag: number;
  /** Without tag and length. */
  content: Buffer;
  /** With them. */
  whole: Buffer;
}

const SEQUENCE = 0x30;
const OID = 0x06;
const CONTEXT_0 = 0xa0;
/** 1.2.840.113549.1.7.2 */
const SIGNED_DATA = Buffer.from("2a864886f70d010702", "hex");
const MOST = 1_000;

export function certificatesOf(bytes: Buffer): Buffer[] {
  const [info] = elements(bytes);
  if (info?.tag !== SEQUENCE) return [];
  const [type, explicit] = elements(info.content);
  if (type?.tag !== OID || !type.content.equals(SIGNED_DATA) || explicit?.tag !== CONTEXT_0) return [];
  const [signed] = elements(explicit.content);
  if (signed?.tag !== SEQUENCE) return [];
  const certificates = elements(signed.content).find(({ tag }) => tag === CONTEXT_0);
  if (!certificates) return [];
  return elements(certificates.content)
    .filter(({ tag }) => tag === SEQUENCE)
    .map(({ whole }) => whole);
}

/** One after the other, up to the first that is not whole (X.690, definite lengths only). */
function elements(bytes: Buffer): Element[] {
  const found: Element[] = [];
  let at = 0;
  while (at + 2 <= bytes.length && found.length < MOST) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    let start = at + 2;
    let length = first;
    if (first >= 0x80) {
      const size = first & 0x7f;
      if (size === 0 || size > 4 || start + size > bytes.length) break;
      length = bytes.readUIntBE(start, size);
      start += size;
    }
    const end = start + length;
    if (end > bytes.length) break;
    found.push({ tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return found;
}
