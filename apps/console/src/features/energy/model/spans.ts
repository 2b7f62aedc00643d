/** Days, months and years of the calendar; a day is `2026-11-25` and belongs to the device's zone. */

export const SPANS = ["day", "month", "year"] as const;
export type Span = (typeof SPANS)[number];

const DAY = 86_400_000;

export const isoOf = (utc: number): string =>
  Number.isFinite(utc) ? new Date(utc).toISOString().slice(0, 10) : "";

/** The first and last day of the span that has the day, and the steps that it is shown in. */
export function spanOf(at: string, span: Span): { from: string; to: string; step: "hour" | "day" | "month" } {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (span === "day") return { from: at, to: at, step: "hour" };
  if (span === "month")
    return {
      from: isoOf(Date.UTC(year, month, 1)),
      to: isoOf(Date.UTC(year, month + 1, 1) - DAY),
      step: "day",
    };
  return { from: isoOf(Date.UTC(year, 0, 1)), to: isoOf(Date.UTC(year + 1, 0, 1) - DAY), step: "month" };
}

/** The same day so many spans later; of a shorter month its last day. */
export function moved(at: string, span: Span, count: number): string {
  const date = new Date(at);
  if (span === "day") return isoOf(date.getTime() + count * DAY);
  const months = span === "month" ? count : count * 12;
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(
    Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 1) - DAY,
  );
  return isoOf(first + (Math.min(date.getUTCDate(), last.getUTCDate()) - 1) * DAY);
}

/** Today in the zone of the device. */
export const todayIn = (zone: string, now: number): string =>
  // The Swedish form is that of ISO 8601.
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone || "UTC", dateStyle: "short" }).format(now);

/** Whole weeks, Monday to Sunday, that end with the one of the day. */
export function weeksOf(at: string, count: number): { from: string; to: string } {
  const time = Date.parse(at);
  const monday = time - ((new Date(time).getUTCDay() + 6) % 7) * DAY;
  return { from: isoOf(monday - (count - 1) * 7 * DAY), to: isoOf(monday + 6 * DAY) };
}
