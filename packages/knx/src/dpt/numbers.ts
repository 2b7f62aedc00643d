/** Numbers of datapoint types (KNX Standard 03.07.02): 16-bit float, and figures without noise in the last digits. */

/** What a 16-bit float sends for "no valid value". */
export const FLOAT16_INVALID = 0x7fff;

export function float16Of(raw: number): number {
  const exponent = (raw >> 11) & 0x0f;
  const mantissa = (raw & 0x07ff) - (raw & 0x8000 ? 0x0800 : 0);
  return clean(mantissa * 2 ** exponent * 0.01);
}

/** The nearest 16-bit float; undefined outside -671088.64 … 670760.96. */
export function float16Raw(value: number): number | undefined {
  for (let exponent = 0; exponent <= 15; exponent += 1) {
    const mantissa = Math.round((value * 100) / 2 ** exponent);
    if (mantissa < -2048 || mantissa > 2047) continue;
    const raw = (mantissa < 0 ? 0x8000 : 0) | (exponent << 11) | (mantissa & 0x07ff);
    return raw === FLOAT16_INVALID ? undefined : raw;
  }
  return undefined;
}

/** The shortest decimal number that is this 32-bit float. */
export function shortest32(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** Without the noise that binary factors leave behind the sixth decimal. */
export function clean(value: number): number {
  return Number(value.toFixed(6));
}

export function signed(value: bigint, bits: number): bigint {
  return BigInt.asIntN(bits, value);
}
