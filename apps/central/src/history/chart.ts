/** Points of one channel out of the files of sites. */
import { meanOf, type RecordedRow, readParquet, sumOf, toldOf } from "@hubwart/stores/files";
import { layerOf } from "./layer.ts";
import type { Charted, ChartTask, Point } from "./tasks.ts";

interface Bin {
  count: number;
  min: number;
  max: number;
  sum: number;
}

export async function chartOf({ channel, from, sites, step, to, within }: ChartTask): Promise<Charted> {
  const until = performance.now() + within;
  const found: Charted = [];
  for (const { corrections, files, hub } of sites) {
    if (performance.now() > until) {
      found.push({ hub, unread: 0 });
      continue;
    }
    const layer = await layerOf(corrections, { channel, from, to });
    const bins = new Map<number, Bin>();
    let { unread } = layer;
    for (const file of files) {
      try {
        addRows(
          bins,
          (await readParquet(file, { channels: [channel], from, to })).filter(layer.leaves),
          step,
        );
      } catch {
        unread += 1;
      }
    }
    addRows(bins, layer.rows, step);
    const corrected = toldOf(layer.segments, from, to);
    found.push({ hub, points: pointsOf(bins), unread, ...(corrected.length > 0 && { corrected }) });
  }
  return found;
}

/** Numbers that count, and each once: two files of a site may have the same rows. */
function addRows(bins: Map<number, Bin>, rows: RecordedRow[], step: number): void {
  rows.sort((a, b) => a.time - b.time);
  let before: RecordedRow | undefined;
  for (const row of rows) {
    const again = before?.time === row.time && before.value === row.value && before.quality === row.quality;
    before = row;
    const { quality, time, value } = row;
    if (again || value === null || quality === 2 || !Number.isFinite(value)) continue;
    const start = Math.floor(time / step) * step;
    const bin = bins.get(start);
    if (!bin) bins.set(start, { count: 1, min: value, max: value, sum: value });
    else {
      bin.count += 1;
      bin.min = Math.min(bin.min, value);
      bin.max = Math.max(bin.max, value);
      bin.sum = sumOf(bin.sum, value);
    }
  }
}

const pointsOf = (bins: ReadonlyMap<number, Bin>): Point[] =>
  [...bins].sort(([a], [b]) => a - b).map(([start, bin]) => [start, bin.min, bin.max, meanOf(bin)]);
