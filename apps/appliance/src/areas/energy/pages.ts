/** Consumption in parts that one question may have: a year of quarters of many meters is asked for day by day. */
import {
  ENERGY_CELLS_MAX,
  type EnergyMeter,
  type EnergyPeriods,
  type EnergySpan,
  type EnergyStep,
} from "@hubwart/ipc";
import { isoOf } from "@hubwart/schedule";

const DAY = 86_400_000;
const PER_DAY: Readonly<Record<EnergyStep, number>> = {
  quarter: 100,
  hour: 25,
  day: 1,
  month: 1 / 28,
  year: 1 / 365,
};

export type Ask = (asked: EnergySpan & { step: EnergyStep }) => Promise<EnergyPeriods>;

export async function* pagesOf(
  { from, step, to }: EnergySpan & { step: EnergyStep },
  meters: number,
  ask: Ask,
): AsyncGenerator<EnergyPeriods> {
  const whole = step === "month" || step === "year";
  const days = whole
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.floor(ENERGY_CELLS_MAX / 2 / Math.max(1, meters) / PER_DAY[step]));
  const last = Date.parse(to) / DAY;
  let first = Date.parse(from) / DAY;
  do {
    const end = Math.min(last, first + days - 1);
    yield await ask({ from: isoOf(first), to: isoOf(end), step });
    first = end + 1;
  } while (first <= last);
}

/** Rows that a question makes, about. */
export function rowsOf(
  { from, step, to }: EnergySpan & { step: EnergyStep },
  meters: readonly EnergyMeter[],
): number {
  return ((Date.parse(to) - Date.parse(from)) / DAY + 1) * PER_DAY[step] * meters.length;
}
