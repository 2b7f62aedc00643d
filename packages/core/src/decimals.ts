/** Numbers that were calculated with, as people expect them. */

/** 15 digits hold every decimal fraction that a person writes: 3 × 0.1 is to read 0.3. Whole numbers stay exact. */
export function shortestDecimal(calculated: number): number {
  return Number.isSafeInteger(calculated) ? calculated : Number(calculated.toPrecision(15));
}

/** To the nearest whole number, half away from zero: 2.5 → 3, −2.5 → −3; never −0. */
export function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) + 0;
}
