/** Consumption in parts, so that no answer holds the hub up: a year of quarters of many meters is asked for day by day and some meters at a time. */
import type { EnergyMeter, EnergyPeriods, EnergySpan, EnergyStep } from "@hubwart/ipc";
import { isoOf } from "@hubwart/schedule";

type Span = EnergySpan & { step: EnergyStep };

const DAY = 86_400_000;
const PER_DAY: Readonly<Record<EnergyStep, number>> = {
  quarter: 100,
  hour: 25,
  day: 1,
  month: 1 / 28,
  year: 1 / 365,
};
/** Periods × meters of a part. */
const PART = 20_000;

export type Ask = (asked: Span, meters: string[]) => Promise<EnergyPeriods>;

/** By days, and within them by meters. */
export async function* pagesOf(
  { from, step, to }: Span,
  meters: readonly string[],
  ask: Ask,
): AsyncGenerator<EnergyPeriods> {
  const last = Date.parse(to) / DAY;
  let first = Date.parse(from) / DAY;
  // Of months and years each has to be whole.
  const whole = step === "month" || step === "year";
  const least = whole ? Math.ceil((last - first + 1) * PER_DAY[step]) + 1 : PER_DAY[step];
  const some = Math.max(1, Math.min(meters.length, Math.floor(PART / least)));
  const days = whole ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(PART / some / PER_DAY[step]));
  do {
    const end = Math.min(last, first + days - 1);
    const span = { from: isoOf(first), to: isoOf(end), step };
    let at = 0;
    do yield await ask(span, meters.slice(at, at + some));
    while ((at += some) < meters.length);
    first = end + 1;
  } while (first <= last);
}

/** Rows that a question makes, about. */
export function rowsOf({ from, step, to }: Span, meters: readonly EnergyMeter[]): number {
  return ((Date.parse(to) - Date.parse(from)) / DAY + 1) * PER_DAY[step] * meters.length;
}
