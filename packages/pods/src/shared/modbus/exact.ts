/**
 * Whole numbers of 64 bits, scaled without a trace of binary fractions: a counter of 9223372036854775807 × 0.001 is
 * 9223372036854775.807. Scale and offset count as the decimal numbers that stand in the project.
 */

/** digits × 10^−places. */
interface Decimal {
  digits: bigint;
  places: number;
}

/** raw × scale + offset, in decimal notation without needless zeros. */
export function scaledExactly(raw: bigint, scale: number, offset: number): string {
  const factor = decimalOf(scale);
  const [product, sum] = aligned({ digits: raw * factor.digits, places: factor.places }, decimalOf(offset));
  return textOf({ digits: product.digits + sum.digits, places: product.places });
}

/** (value − offset) ÷ scale to the nearest whole number, half away from zero; undefined if the text is no decimal number. */
export function rawExactly(value: string, scale: number, offset: number): bigint | undefined {
  if (!/^-?\d{1,40}(?:\.\d{1,40})?$/.test(value)) return undefined;
  const [given, shift] = aligned(parse(value), decimalOf(offset));
  const [above, below] = aligned(
    { digits: given.digits - shift.digits, places: given.places },
    decimalOf(scale),
  );
  const negative = above.digits < 0n !== below.digits < 0n;
  const [over, under] = [magnitude(above.digits), magnitude(below.digits)];
  const whole = (2n * over + under) / (2n * under);
  return negative ? -whole : whole;
}

/** The shortest decimal number that stands for the same binary one: what a person wrote. */
function decimalOf(number: number): Decimal {
  const [mantissa = "0", exponent = "0"] = String(number).split("e");
  const { digits, places } = parse(mantissa);
  const left = places - Number(exponent);
  return left >= 0 ? { digits, places: left } : { digits: digits * 10n ** BigInt(-left), places: 0 };
}

function parse(text: string): Decimal {
  const dot = text.indexOf(".");
  if (dot < 0) return { digits: BigInt(text), places: 0 };
  return { digits: BigInt(text.slice(0, dot) + text.slice(dot + 1)), places: text.length - dot - 1 };
}

function aligned(a: Decimal, b: Decimal): [Decimal, Decimal] {
  const places = Math.max(a.places, b.places);
  const to = ({ digits, places: from }: Decimal) => ({
    digits: digits * 10n ** BigInt(places - from),
    places,
  });
  return [to(a), to(b)];
}

function textOf({ digits, places }: Decimal): string {
  const text = magnitude(digits)
    .toString()
    .padStart(places + 1, "0");
  const whole = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places).replace(/0+$/, "");
  return `${digits < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
