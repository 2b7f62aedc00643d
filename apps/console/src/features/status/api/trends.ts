/** The last hours of recorded channels, fetched after the page stands. */
import { LIMITS, traceChart } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { callApi } from "../../../api/client.ts";
import { useClockOffset } from "../../../api/device-clock.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { AreaLook } from "./area.ts";

export interface Trend {
  from: number;
  until: number;
  points: readonly (readonly [time: number, value: number])[];
}
export type Trends = ReadonlyMap<string, Trend>;

const HOURS = 6 * 3_600_000;
const POINTS = 60;
/** Fewer are no course yet. */
const LEAST_POINTS = 4;
const AGAIN = 120_000;

export function useTrends(look: AreaLook | undefined): Trends | undefined {
  const later = useDeferredValue(look, undefined);
  const shown = [...(later?.points ?? []), ...(later?.areas.flatMap(({ points }) => points) ?? [])];
  const chans = shown
    .filter(({ recorded }) => recorded)
    .slice(0, LIMITS.watchlistMax)
    .map(({ chan }) => chan);
  const offset = useClockOffset();
  return useQuery({
    queryKey: [...queryKeys.project, "trends", chans],
    queryFn: async ({ signal }): Promise<Trends> => {
      const until = Date.now() + offset;
      const from = until - HOURS;
      const { series } = await callApi(traceChart, {
        body: { chans, from, to: until, points: POINTS },
        signal,
      });
      return new Map(
        series.flatMap(({ before, chan, points }) => {
          const all = points.map(([time, , , mean]) => [time, mean] as const);
          const led = before ? [[from, before.value] as const, ...all] : all;
          const first = led[0]?.[0] ?? until;
          if (led.length < LEAST_POINTS) return [];
          // What was recorded for a short while only fills the line nevertheless.
          return [[chan, { from: Math.max(from, first), until, points: led }]];
        }),
      );
    },
    enabled: chans.length > 0,
    staleTime: AGAIN,
    refetchInterval: AGAIN,
  }).data;
}
