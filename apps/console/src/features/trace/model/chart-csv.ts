import type { Chart } from "../../../components/chart/chart-data.ts";
import { formatLocal } from "../../../lib/format.ts";
import { traceTexts } from "../../../texts/index.ts";
import { type Cell, csvOf } from "./csv.ts";

/** A chart's points, a row each. */
export function chartCsv({ series, step }: Chart): string {
  const { csvHeaders, csvRawHeaders } = traceTexts.charts;
  const rows = series.flatMap(({ chan, points }) =>
    points.map(([time, min, max, mean]): Cell[] =>
      step === 0 ? [formatLocal(time), chan, mean] : [formatLocal(time), chan, mean, min, max],
    ),
  );
  return csvOf([step === 0 ? csvRawHeaders : csvHeaders, ...rows]);
}
