/** What the page shows, as it stands in the address. */
import { isoOf, SPANS, type Span } from "./spans.ts";

export const TABS = ["consumption", "balance", "duties", "mail"] as const;

export interface EnergySearch {
  tab?: (typeof TABS)[number];
  meter?: string;
  span?: Span;
  /** A day within the span, `2026-11-25`; today if absent. */
  at?: string;
}

/** Takes what is valid of an address that anybody may have typed, and drops the rest. */
export function parseEnergySearch(raw: Record<string, unknown>): EnergySearch {
  const tab = TABS.find((one) => one === raw["tab"]);
  const span = SPANS.find((one) => one === raw["span"]);
  const meter = textOf(raw["meter"]);
  const at = textOf(raw["at"]);
  return {
    ...(tab === undefined || tab === TABS[0] ? {} : { tab }),
    ...(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(meter) ? { meter } : {}),
    ...(span === undefined || span === "month" ? {} : { span }),
    ...(isDay(at) ? { at } : {}),
  };
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isoOf(Date.parse(text)) === text;

const textOf = (given: unknown): string =>
  typeof given === "string" || typeof given === "number" ? String(given) : "";
