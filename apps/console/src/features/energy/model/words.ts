/** Amounts and periods as people read them. */
import { formatDecimal } from "../../../lib/intl.ts";
import { energyTexts as texts } from "../../../texts/index.ts";
import type { Span } from "./spans.ts";

/** Three digits that count, and no more than three decimals: `0,042`, `12,3`, `1.234`. */
export function amountText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return texts.unknown;
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return `${formatDecimal(value, 0, digits)}\u00a0${unit}`;
}

export const percentText = (share: number, digits = 0): string =>
  `${formatDecimal(share * 100, 0, digits)}\u00a0%`;
export const signedPercent = (share: number): string => `${share > 0 ? "+" : ""}${percentText(share, 1)}`;

const OPTIONS: Readonly<Record<Span, Intl.DateTimeFormatOptions>> = {
  day: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
  year: { year: "numeric" },
};
/** Of a day of the calendar, whatever zone this computer is in. */
export const spanText = (at: string, span: Span): string =>
  new Intl.DateTimeFormat("de-DE", { ...OPTIONS[span], timeZone: "UTC" }).format(Date.parse(at));

const STEP_OPTIONS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  hour: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "numeric" },
  month: { month: "short" },
};
/** What stands below a bar. */
export function labelsOf(bounds: readonly number[], step: string, zone: string): string[] {
  const format = new Intl.DateTimeFormat("de-DE", { ...STEP_OPTIONS[step], timeZone: zone || "UTC" });
  return bounds.slice(0, -1).map((at) => format.format(at));
}
