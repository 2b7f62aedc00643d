/** Consumption as a table for spreadsheets: a line for each period and meter. */
import { mediumText } from "@hubwart/contract/media-texts";
import type { EnergyMeter, EnergyPeriods } from "@hubwart/ipc";
import { Zone } from "@hubwart/schedule/zone";
import { CSV_BEGIN, csvLine } from "../../platform/csv-line.ts";
import { texts } from "./texts.ts";

export async function* energyCsv(
  meters: readonly EnergyMeter[],
  pages: AsyncIterable<EnergyPeriods>,
): AsyncGenerator<string> {
  const known = new Map(meters.map((meter) => [meter.id, meter]));
  yield CSV_BEGIN + csvLine(texts.columns);
  for await (const page of pages) {
    const zone = new Zone(page.zone);
    const times = page.bounds.map((at) => localTime(zone, at));
    for (const sums of page.meters) {
      const { label = "", medium = "", unit = "" } = known.get(sums.id) ?? {};
      const lines = sums.amounts.map((amount, at) =>
        csvLine([
          times[at] ?? "",
          times[at + 1] ?? "",
          sums.id,
          label,
          mediumText(medium),
          unit,
          numberText(amount),
          percent(sums.estimated[at]),
          percent(sums.missing[at]),
          numberText(sums.cost?.[at]),
          numberText(sums.co2?.[at]),
        ]),
      );
      yield lines.join("");
    }
  }
}

/** `2026-10-25T02:00+01:00`: the hour that the clock has twice is told apart. */
export function localTime(zone: Zone, at: number): string {
  const offset = zone.offsetAt(at);
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(value).padStart(2, "0");
  const wall = new Date(at + offset).toISOString().slice(0, 16);
  return `${wall}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** To a millionth, as these spreadsheets read it. */
const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(Number(value.toFixed(6))).replace(".", ",");
const percent = (share: number | undefined): string => numberText(Math.round((share ?? 0) * 1_000) / 10);
