/** The last ten minutes of watched channels: fetched whole once, then only what is new. */
import { LIMITS, traceCourse } from "@hubwart/contract";
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { extend, type Series } from "../lib/series.ts";
import { callApi } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export interface Courses {
  /** The device's time, ms since the epoch: where the graphs end. */
  until: number;
  /** What the next question begins with. */
  since: number;
  series: Series;
}

const SECOND = 1_000;

async function fetchCourses(
  client: QueryClient,
  key: readonly string[],
  chans: readonly string[],
  signal: AbortSignal,
): Promise<Courses> {
  const known = client.getQueryData<Courses>(key);
  const complete = known !== undefined && chans.every((chan) => known.series.has(chan));
  const answer = await callApi(traceCourse, {
    body: { chans: [...chans], ...(complete ? { since: known.since } : {}) },
    signal,
  });
  const from = answer.until - LIMITS.channelCourse;
  const series = new Map(
    answer.series.map(({ chan, points }) => [
      chan,
      extend(complete ? (known.series.get(chan) ?? []) : [], points, from),
    ]),
  );
  const newest = [...series.values()].map((points) => points.at(-1)?.[0] ?? 0);
  return { since: answer.until, until: Math.max(answer.until + SECOND, ...newest), series };
}

/** `place` names the list of channels, not the channels: what is known of those that stay is kept when the list changes. */
export function useChannelCourses(chans: readonly string[], place: string): UseQueryResult<Courses> {
  const client = useQueryClient();
  const key = [...queryKeys.project, "trace", "course", place];
  return useQuery(
    queryOptions({
      queryKey: key,
      queryFn: ({ signal }) => fetchCourses(client, key, chans, signal),
      enabled: chans.length > 0,
      refetchInterval: LIMITS.watchlistPoll,
      staleTime: 0,
    }),
  );
}
