/** Recorded history for a chart. A span that ends now is asked for again as time goes on. */
import { traceChart } from "@hubwart/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { type Chart, fitted } from "../model/chart-data.ts";
import { type ChartSearch, isZoomed, type Span, spanOf } from "../model/chart-search.ts";
import { traceKey } from "./channels.ts";

/** About one per pixel of a wide screen; more are not seen. */
const POINTS = 1_000;
const AGAIN = 30_000;

export const chartQuery = (search: ChartSearch) => {
  const chans = search.chan ?? [];
  return queryOptions({
    queryKey: [...traceKey, "chart", search],
    queryFn: async ({ signal }): Promise<Chart> => {
      const asked = Date.now();
      const ask = (span: Span) => callApi(traceChart, { body: { chans, ...span, points: POINTS }, signal });
      const span = spanOf(search, asked);
      const { series, step } = await ask(span);
      const fit = isZoomed(search) ? undefined : fitted(span, series);
      if (!fit) return { ...span, asked, series, step };
      const closer = await ask(fit);
      return { ...fit, asked, series: closer.series, step: closer.step };
    },
    enabled: chans.length > 0,
    staleTime: 0,
    refetchInterval: isZoomed(search) ? false : AGAIN,
    placeholderData: keepPreviousData,
  });
};
