/** A value as it is shown large: few decimals, and always as many of one channel, so that it does not jump. */
import { formatDecimal } from "../../../lib/intl.ts";
import { valueText } from "../../../lib/value-text.ts";

/** Larger numbers have less use for them. */
const mostDecimals = (size: number): number => (size >= 1_000 ? 0 : size >= 10 ? 1 : 2);
const SMALLEST = 0.01;

/** Remembers the decimals that it has shown. One for each channel. */
export function createPointText(): (value: unknown) => string {
  let seen = 0;
  return (value) => {
    if (typeof value !== "number" || !Number.isFinite(value)) return valueText(value);
    const size = Math.abs(value);
    if ((size > 0 && size < SMALLEST) || size >= 1e15) return valueText(value);
    const most = mostDecimals(size);
    seen = Math.max(seen, decimalsOf(value, most));
    return formatDecimal(value, Math.min(seen, most));
  };
}

function decimalsOf(value: number, most: number): number {
  for (let decimals = 0; decimals < most; decimals += 1) {
    const scaled = value * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-4) return decimals;
  }
  return most;
}
