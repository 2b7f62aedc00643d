/**
 * Formats of numbers and times, as `Intl` writes them for de-DE but without it where that is easy: its first use costs a
 * slow computer 100 ms, which is a tenth of the time to the first page.
 */

/** The value of `make`, made at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Any other format of numbers. Made when first used: making takes ten times as long as using. */
export function numberFormat(options: Intl.NumberFormatOptions): { format: (value: number) => string } {
  const made = once(() => new Intl.NumberFormat("de-DE", options));
  return { format: (value) => made().format(value) };
}

/** Any other format of times. */
export function dateFormat(options: Intl.DateTimeFormatOptions): { format: (ms: number) => string } {
  const made = once(() => new Intl.DateTimeFormat("de-DE", options));
  return { format: (ms) => made().format(ms) };
}

/** From here on a number has an exponent in its own text. */
const LARGE = 1e21;

/** "1.234,50": grouped by thousands, with `min` to `max` decimals, halves rounded away from zero. */
export function formatDecimal(value: number, min: number, max = min): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
  if (Math.abs(value) >= LARGE)
    return numberFormat({ minimumFractionDigits: min, maximumFractionDigits: max }).format(value);
  const [whole = "", decimals = ""] = rounded(Math.abs(value), max).split(".");
  let end = decimals.length;
  while (end > min && decimals[end - 1] === "0") end -= 1;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ".");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return sign + grouped + (end > 0 ? `,${decimals.slice(0, end)}` : "");
}

/** By its shortest decimal text, as a person would; `toFixed` takes the binary value, so that 1.005 became 1.00. */
function rounded(value: number, digits: number): string {
  const text = String(value);
  if (text.includes("e")) return value.toFixed(digits);
  const [whole = "0", decimals = ""] = text.split(".");
  if (decimals.length <= digits) return `${whole}.${decimals.padEnd(digits, "0")}`;
  const scaled = BigInt(whole + decimals.slice(0, digits)) + ((decimals[digits] ?? "0") >= "5" ? 1n : 0n);
  const all = String(scaled).padStart(digits + 1, "0");
  return `${all.slice(0, all.length - digits)}.${digits > 0 ? all.slice(-digits) : ""}`;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** "05.03.2026", in the browser's time zone. */
export function formatDay(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getDate())}.${two(at.getMonth() + 1)}.${at.getFullYear()}`;
}

/** "09:05:07" or "09:05". */
export function formatClock(ms: number, seconds: boolean): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}${seconds ? `:${two(at.getSeconds())}` : ""}`;
}

type Unit = readonly [one: string, more: string];

/** "vor 1 Tag", "vor 3 Tagen". */
export const formatBefore = (count: number, [one, more]: Unit): string =>
  `vor ${count} ${count === 1 ? one : more}`;
