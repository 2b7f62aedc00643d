/** A block of PEM text (RFC 7468) as OpenSSL reads it: the first of a wanted kind, whatever stands around it. */
export function pemBlock(text: string, wanted: (label: string) => boolean): PemBlock | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trimEnd());
  for (const [at, line] of lines.entries()) {
    const label = /^-----BEGIN ([A-Z0-9 ]+)-----$/.exec(line)?.[1];
    if (label === undefined || !wanted(label)) continue;
    // What stands behind the end is nobody's.
    const end = lines.findIndex((other, below) => below > at && other.startsWith(`-----END ${label}-----`));
    if (end === -1) return undefined;
    const bytes = fromBase64(
      lines
        .slice(at + 1, end)
        .join("")
        .replace(/\s/g, ""),
    );
    return bytes && { label, bytes };
  }
  return undefined;
}

export interface PemBlock {
  label: string;
  bytes: Uint8Array;
}

function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
