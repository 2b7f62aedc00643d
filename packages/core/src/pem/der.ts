/** As much of DER (X.690) as certificates and keys need. */
export interface Der {
  tag: number;
  content: Uint8Array;
}

export const TAG = { integer: 2, bits: 3, octets: 4, oid: 6, sequence: 0x30 } as const;

/** The first element, and what follows it. Undefined for what is no DER, or is cut off. */
function first(bytes: Uint8Array): { element: Der; rest: Uint8Array } | undefined {
  const [tag, short] = bytes;
  if (tag === undefined || short === undefined || (tag & 0x1f) === 0x1f) return undefined;
  let at = 2;
  let length = short;
  if (short >= 0x80) {
    const count = short - 0x80;
    if (count === 0 || count > 4) return undefined;
    length = 0;
    for (; at < 2 + count; at++) length = length * 256 + (bytes[at] ?? 0);
  }
  if (at + length > bytes.length) return undefined;
  return { element: { tag, content: bytes.subarray(at, at + length) }, rest: bytes.subarray(at + length) };
}

/** The elements of a sequence; undefined where they do not fill it. */
function elements(bytes: Uint8Array): Der[] | undefined {
  const found: Der[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const next = first(rest);
    if (!next) return undefined;
    found.push(next.element);
    rest = next.rest;
  }
  return found;
}

/** The elements of the sequence that `bytes` begin with. */
export function sequence(bytes: Uint8Array): Der[] | undefined {
  const outer = first(bytes)?.element;
  return outer?.tag === TAG.sequence ? elements(outer.content) : undefined;
}

export function parts(element: Der | undefined): Der[] | undefined {
  return element?.tag === TAG.sequence ? elements(element.content) : undefined;
}

/** The content of an element of this tag. */
export function content(element: Der | undefined, tag: number): Uint8Array | undefined {
  return element?.tag === tag ? element.content : undefined;
}

/** A bit string of whole bytes. */
export function bitString(element: Der | undefined): Uint8Array | undefined {
  const bytes = content(element, TAG.bits);
  return bytes?.[0] === 0 ? bytes.subarray(1) : undefined;
}

/** An object identifier, or a number, as text: to compare. A number loses its leading zeros. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function integer(element: Der | undefined): string | undefined {
  const bytes = content(element, TAG.integer);
  return bytes === undefined || bytes.length === 0 ? undefined : hex(bytes).replace(/^(00)+(?=.)/, "");
}
