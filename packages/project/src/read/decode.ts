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
  return decodeAs("utf-8", bytes) ?? decodeWindows(bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return hasControls(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Windows-1252 from 0x80 to 0x9f; elsewhere it equals Latin-1. Node's own decoder of that name yields
 * Latin-1. The five places without a meaning tell other encodings apart.
 */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function decodeWindows(bytes: Uint8Array): string | undefined {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const text = latin.replace(/[\u0080-\u009f]/g, (char) => WINDOWS[char.charCodeAt(0) - 0x80] ?? char);
  return hasControls(text) ? undefined : text;
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

function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\n\v\f\r]/u.test(text);
}
