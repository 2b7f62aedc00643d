/** Reads DER (X.690): definite lengths, tags of one byte, as certificates and keys in files have them. */

export interface Element {
  tag: number;
  /** Without tag and length. */
  content: Buffer;
  /** With them. */
  whole: Buffer;
}

export const SEQUENCE = 0x30;
export const OID = 0x06;
export const INTEGER = 0x02;
export const OCTETS = 0x04;
export const CONTEXT_0 = 0xa0;
/** Elements of one level that are looked at. */
const MOST = 1_000;

/** One after the other, up to the first that is not whole. */
export function elements(bytes: Buffer): Element[] {
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

/** Dotted; empty for what is none. */
export function oidText(element: Element | undefined): string {
  if (element?.tag !== OID) return "";
  const parts: number[] = [];
  let value = 0;
  for (const byte of element.content) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (parts.length === 0) {
      const first = Math.min(2, Math.floor(value / 40));
      parts.push(first, value - first * 40);
    } else parts.push(value);
    value = 0;
  }
  return parts.join(".");
}

/** A whole number from 0 on, below 2⁴⁸; undefined for what is none. */
export function numberOf(element: Element | undefined): number | undefined {
  if (element?.tag !== INTEGER) return undefined;
  const { content } = element;
  if (content.length === 0 || content.length > 6 || (content[0] ?? 0) >= 0x80) return undefined;
  return content.readUIntBE(0, content.length);
}
