/** Values of channels as people read them: one way for all screens. Fields and files have numbers of their own. */
import { commonTexts } from "../texts/index.ts";
import { NOTHING } from "./format.ts";
import { formatDecimal, numberFormat } from "./intl.ts";

const double = numberFormat({ maximumSignificantDigits: 15 });
/** A single-precision number holds no more; further digits would be made up. */
const single = numberFormat({ maximumSignificantDigits: 7 });

/** Every digit there is: where a value is about to be written, and beside one that is shown shorter. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return commonTexts.boolean[value ? "true" : "false"];
  if (typeof value !== "number") return JSON.stringify(value);
  const isSingle = !Number.isInteger(value) && Math.fround(value) === value;
  return (isSingle ? single : double).format(value);
}

/** Decimals of a value; of a smaller one than 1, digits. */
const DECIMALS = 3;
const DIGITS = 5;
/** From here on, and below, numbers read better with an exponent's worth of digits. */
const LARGE = 1e15;
const SMALL = 1e-6;

/** Of `size` below 1: zeros behind the comma are no digits. */
const smallDecimals = (size: number): number => DIGITS - 2 - Math.floor(Math.log10(size));

/** A value in a table or a dialog: grouped, and short enough to be seen whole beside its unit. */
export function valueText(value: unknown): string {
  if (typeof value !== "number") return exactText(value);
  const size = Math.abs(value);
  if (isExtreme(size)) return shortExtreme(value);
  return formatDecimal(value, 0, size >= 1 || size === 0 ? DECIMALS : smallDecimals(size));
}

/** A number in a picture, beside others: as many digits as tell them apart. */
export function readableNumber(value: number | undefined): string {
  if (value === undefined) return NOTHING;
  const size = Math.abs(value);
  if (isExtreme(size)) return shortExtreme(value);
  const whole = String(Math.floor(size)).length;
  const decimals =
    size >= 1 ? Math.max(0, Math.min(DECIMALS, DIGITS - whole)) : size === 0 ? 0 : smallDecimals(size);
  return formatDecimal(value, 0, decimals);
}

/** Finer steps are no decimals any more. */
const MOST_DECIMALS = 6;

/** Numbers beside an axis, in steps of one width: all with as many decimals as tell them apart. */
export function axisNumbers(values: readonly number[]): string[] {
  const step = Math.min(...values.slice(1).map((value, at) => value - (values[at] ?? value)));
  const decimals = decimalsOf(step);
  if (decimals === undefined || values.some((value) => isExtreme(Math.abs(value))))
    return values.map(readableNumber);
  return values.map((value) => formatDecimal(value, decimals));
}

/** Of the width of a step; undefined where there are too many, or it is none. */
function decimalsOf(step: number): number | undefined {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (scaled > 0.5 && Math.abs(scaled - Math.round(scaled)) < 1e-3) return decimals;
  }
  return undefined;
}

const isExtreme = (size: number): boolean => size >= LARGE || (size > 0 && size < SMALL);
const shortExtreme = (value: number): string => double.format(Number(value.toPrecision(DIGITS)));
