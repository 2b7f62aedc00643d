/** The last ten minutes of watched channels: fetched whole once, then only what is new. */
import { LIMITS, traceCourse } from "@hubwart/contract";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { extend, type Series } from "../model/series.ts";
import { traceKey } from "./channels.ts";

export interface Courses {
  /** The device's time, ms since the epoch: where the graphs end. */
  until: number;
  /** What the next question begins with. */
  since: number;
  series: Series;
}

const SECOND = 1_000;

/** The key does not name the channels: what is known of those that stay is kept when the list changes. */
const courseKey = [...traceKey, "course"] as const;

async function fetchCourses(
  client: QueryClient,
  chans: readonly string[],
  signal: AbortSignal,
): Promise<Courses> {
  const known = client.getQueryData<Courses>(courseKey);
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

export function useChannelCourses(chans: readonly string[]): Courses | undefined {
  const client = useQueryClient();
  const { data } = useQuery(
    queryOptions({
      queryKey: courseKey,
      queryFn: ({ signal }) => fetchCourses(client, chans, signal),
      enabled: chans.length > 0,
      refetchInterval: LIMITS.watchlistPoll,
      staleTime: 0,
    }),
  );
  return data;
}
