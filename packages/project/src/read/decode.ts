/**
 * Bytes of a text file as text, whatever editor or spreadsheet wrote them: UTF-8 with and without a
 * byte order mark, UTF-16 (with a mark, or recognised by its zero bytes), Windows-1252.
 * Undefined if it is none of these.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs("utf-16le", bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs("utf-16be", bytes);
  const guess = zeroPattern(bytes);
  if (guess === "binary") return undefined;
  if (guess !== undefined) return decodeAs(guess, bytes);
  const text = decoded("utf-8", bytes);
  // UTF-8 with places that only Windows-1252 gives a meaning comes from a text that was converted as if it were Latin-1.
  return clean(withWindowsMeaning(text ?? latin(bytes)));
}

function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  const text = decoded(encoding, bytes);
  return text === undefined ? undefined : clean(text);
}

/**
 * Windows-1252 from 0x80 to 0x9f; elsewhere it equals Latin-1. Node's own decoder of that name yields
 * Latin-1. The five places without a meaning tell other encodings apart.
 */
const WINDOWS = String.fromCodePoint(
  0x20ac,
  0x81,
  0x201a,
  0x192,
  0x201e,
  0x2026,
  0x2020,
  0x2021,
  0x2c6,
  0x2030,
  0x160,
  0x2039,
  0x152,
  0x8d,
  0x17d,
  0x8f,
  0x90,
  0x2018,
  0x2019,
  0x201c,
  0x201d,
  0x2022,
  0x2013,
  0x2014,
  0x2dc,
  0x2122,
  0x161,
  0x203a,
  0x153,
  0x9d,
  0x17e,
  0x178,
);

function withWindowsMeaning(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (char) => WINDOWS[char.charCodeAt(0) - 0x80] ?? char);
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** UTF-16 without a mark: Latin text has a zero in every second byte. */
function zeroPattern(bytes: Uint8Array): "utf-16le" | "utf-16be" | "binary" | undefined {
  const sample = Math.min(bytes.length, 4096);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < sample; i++) {
    if (bytes[i] !== 0) continue;
    if (i % 2 === 0) even += 1;
    else odd += 1;
  }
  if (even + odd === 0) return undefined;
  if (odd > sample / 4 && even < odd / 10) return "utf-16le";
  if (even > sample / 4 && odd < even / 10) return "utf-16be";
  return "binary";
}

/** Undefined with controls that no table holds. */
function clean(text: string): string | undefined {
  return /[^\P{Cc}\t\n\v\f\r]/u.test(text) ? undefined : text;
}
