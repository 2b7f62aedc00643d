/** Meters with a year or more on the disk, made at once: for measurements and pictures. */
import type { CompiledMeter } from "@hubwart/project/compiled";
import { SLOTS } from "../day-slots.ts";
import { QUARTER } from "../spread.ts";
import { emptyChange, type SeriesRow, Store } from "../store.ts";

const DAY = 86_400_000;

/** Watt-hours of a quarter: a day that is busy, a week with its weekend, a year with its winter; the same for the same numbers. */
function amountOf(meter: number, day: number, at: number): number {
  const hour = at / 4;
  const week = (day + 3) % 7 < 5 ? 1 : 0.35;
  const busy = hour > 6 && hour < 20 ? 1 : 0.25;
  const season = 1 + 0.4 * Math.cos((2 * Math.PI * (day % 365)) / 365);
  const noise = ((day * 31 + at * 17 + meter * 7) % 23) / 46;
  return Math.round(400 * (1 + (meter % 9)) * week * busy * season * (0.75 + noise));
}

/** Days from `from` on, by their number since the epoch. `gap`: a day of each meter in so many is missing, half of another is estimated. */
export function fillYear(
  folder: string,
  meters: readonly CompiledMeter[],
  { days, from, gap = 0 }: { from: number; days: number; gap?: number },
): Store {
  const store = Store.open(folder, 0);
  meters.forEach((meter, index) => {
    const nr = index + 1;
    const row: SeriesRow = {
      nr,
      id: meter.id,
      base: "kWh",
      begun: from * DAY,
      data: { of: "", open: [] },
    };
    const postings = [];
    for (let day = from; day < from + days; day += 1) {
      if (gap > 0 && (day + index) % gap === 0) continue;
      for (let at = 0; at < SLOTS; at += 1) {
        const estimated = gap > 0 && (day + index) % gap === 1 && at < 48 ? QUARTER : 0;
        // Millionths of a kWh, of a counter that shows Wh.
        postings.push({
          slot: day * SLOTS + at,
          amount: amountOf(index, day, at) * 1_000,
          known: QUARTER,
          estimated,
        });
      }
    }
    store.commit({ ...emptyChange(), series: new Map([[nr, row]]), days: new Map([[nr, postings]]) });
  });
  return store;
}
