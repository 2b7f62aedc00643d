/** How meters write numbers and times (EN 13757-3, annex A: types A to J). Bytes are least significant first. */

/** Digits of a BCD number as they are, most significant first; what is no decimal digit is `A` to `F`. */
export function digitsOf(bytes: Buffer): string {
  return Buffer.from(bytes).reverse().toString("hex").toUpperCase();
}

/** Type A. `F` in front is a sign. @returns undefined: another digit is none, by which meters tell an error */
export function bcdOf(bytes: Buffer): bigint | undefined {
  const digits = digitsOf(bytes);
  const negative = digits.startsWith("F");
  const rest = negative ? digits.slice(1) : digits;
  if (!/^\d+$/.test(rest)) return undefined;
  return negative ? -BigInt(rest) : BigInt(rest);
}

/** Type B, of any length. @returns undefined for the smallest number, which means that there is none */
export function signedOf(bytes: Buffer): bigint | undefined {
  const bits = bytes.length * 8;
  const value = BigInt.asIntN(bits, unsignedOf(bytes));
  return bits > 0 && value === -(1n << BigInt(bits - 1)) ? undefined : value;
}

/** Type C. */
export function unsignedOf(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${digitsOf(bytes)}`);
}

/** Type H. @returns undefined: not a number, or infinite */
export function realOf(bytes: Buffer): number | undefined {
  const value = bytes.readFloatLE();
  if (!Number.isFinite(value)) return undefined;
  // As many digits as 32 bits hold, so that 21.6 is not 21.600000381….
  return Number(value.toPrecision(7));
}

/** Times a power of ten, without calculating: the point moves. */
export function shifted(value: bigint | number, tens: number): number {
  // Small and large numbers are written with a power of their own.
  const [digits = "", own = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(own) + tens}`);
}

const two = (n: number): string => String(n).padStart(2, "0");

/**
 * Types F, G, I and J by their length: `2026-11-25T10:30`, `2026-11-25`, `2026-11-25T10:30:05`, `10:30:05`. Times are those of the
 * meter's clock. @returns undefined: the meter says that it has none, or there is no such time
 */
export function timeOf(bytes: Buffer): string | undefined {
  switch (bytes.length) {
    case 2:
      return dateOf(bytes, 0, 1);
    case 3:
      return clockOf(at(bytes, 2) & 0x1f, at(bytes, 1) & 0x3f, at(bytes, 0) & 0x3f);
    case 4: {
      const date = dateOf(bytes, 2, centuryOf(bytes));
      const clock = clockOf(at(bytes, 1) & 0x1f, at(bytes, 0) & 0x3f);
      return invalid(bytes, 0) || date === undefined || clock === undefined ? undefined : `${date}T${clock}`;
    }
    case 6: {
      const date = dateOf(bytes, 3, 1);
      const clock = clockOf(at(bytes, 2) & 0x1f, at(bytes, 1) & 0x3f, at(bytes, 0) & 0x3f);
      return invalid(bytes, 1) || date === undefined || clock === undefined ? undefined : `${date}T${clock}`;
    }
    default:
      return undefined;
  }
}

const at = (bytes: Buffer, index: number): number => bytes[index] ?? 0;
const invalid = (bytes: Buffer, index: number): boolean => (at(bytes, index) & 0x80) !== 0;

/** Two digits up to 80 of a meter that counts no centuries are those of this one. */
function centuryOf(bytes: Buffer): number {
  const century = (at(bytes, 1) >> 5) & 0x03;
  return century === 0 && yearOf(bytes, 2) <= 80 ? 1 : century;
}

const yearOf = (bytes: Buffer, from: number): number =>
  (at(bytes, from) >> 5) | ((at(bytes, from + 1) & 0xf0) >> 1);

function dateOf(bytes: Buffer, from: number, century: number): string | undefined {
  const day = at(bytes, from) & 0x1f;
  const month = at(bytes, from + 1) & 0x0f;
  const short = yearOf(bytes, from);
  if (short > 99 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const year = 1900 + century * 100 + short;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? `${year}-${two(month)}-${two(day)}` : undefined;
}

function clockOf(hour: number, minute: number, second?: number): string | undefined {
  if (hour > 23 || minute > 59 || (second ?? 0) > 59) return undefined;
  return [hour, minute, ...(second === undefined ? [] : [second])].map(two).join(":");
}
