/** Recorded history for a chart. A span that ends now is asked for again as time goes on. */
import { traceChart } from "@hubwart/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { type Chart, fitted, isEmptyChart, shifted } from "../../../components/chart/chart-data.ts";
import { type Span } from "../../../components/chart/span.ts";
import { traceTexts } from "../../../texts/index.ts";
import { type ChartSearch, isZoomed, MOST_LINES, shiftOf, spanOf } from "../model/chart-search.ts";
import { traceKey } from "./channels.ts";

/** About one per pixel of a wide screen; more are not seen. */
const POINTS = 1_000;
const AGAIN = 30_000;
/** ms; a project that was just uploaded has its first values within seconds. */
const AGAIN_WHILE_EMPTY = 5_000;

export const chartQuery = (search: ChartSearch) => {
  const chans = search.chan ?? [];
  return queryOptions({
    queryKey: [...traceKey, "chart", search],
    queryFn: async ({ signal }): Promise<Chart> => {
      const asked = Date.now();
      const ask = (span: Span) => callApi(traceChart, { body: { chans, ...span, points: POINTS }, signal });
      const whole = spanOf(search, asked);
      const first = await ask(whole);
      const fit = isZoomed(search) || search.compare ? undefined : fitted(whole, first.series);
      const span = fit ?? whole;
      const { series, step } = fit ? await ask(fit) : first;
      if (!search.compare) return { ...span, asked, series, step };
      const by = shiftOf(span, search.compare);
      const earlier = await ask({ from: Math.max(0, span.from - by), to: Math.max(1, span.to - by) });
      const name = (chan: string) => traceTexts.charts.earlierLine(chan, search.compare ?? "day");
      const lines = [...series, ...shifted(earlier.series, by, name)].slice(0, MOST_LINES);
      return { ...span, asked, series: lines, step };
    },
    enabled: chans.length > 0,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (isZoomed(search)) return false;
      return data && isEmptyChart(data) ? AGAIN_WHILE_EMPTY : AGAIN;
    },
    placeholderData: keepPreviousData,
  });
};
