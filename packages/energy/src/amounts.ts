/**
 * Amounts are whole numbers: millionths of the base unit (kWh, MJ, m³, kg; of a temperature °C × h). So the sum of the quarters of a
 * day is the day, and that of the months the year, to the last digit.
 */
import { BASE_OF, type MeterUnit } from "@hubwart/project/meters";

/** Millionths of the base in one unit. */
export const perUnit = (unit: MeterUnit): number => BASE_OF[unit].thousandths * 1_000;

/** Beyond it whole numbers are no longer exact when two are added: 4.5 thousand million base units. */
export const AMOUNT_MAX = Number.MAX_SAFE_INTEGER / 2;

/**
 * A value of a source as millionths. Rounded once, here; consumption is a difference of such numbers, so nothing adds up.
 * @returns undefined for what is no number, or too big to be counted exactly
 */
export function amountOf(value: unknown, factor: number, unit: MeterUnit): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  const amount = Math.round(value * factor * perUnit(unit));
  return Math.abs(amount) <= AMOUNT_MAX ? amount + 0 : undefined;
}

/** In units, the nearest number to the exact one. */
export const inUnits = (amount: number, unit: MeterUnit): number => amount / perUnit(unit);
