/** The project's pods, live by the event stream; and the state of their connections. */
import { type AnswerOf, LIMITS, pods, traceGet } from "@hubwart/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "./client.ts";
import { besideStream } from "./poll.ts";
import { queryKeys } from "./query-keys.ts";
import { useStream } from "./use-stream.ts";

export type PodList = AnswerOf<typeof pods>;
export type Pod = PodList["pods"][number];

export const podsQuery = queryOptions({
  queryKey: queryKeys.pods,
  queryFn: ({ signal }) => callApi(pods, { signal }),
});

export function usePods() {
  const live = useStream(["pods"]);
  return useQuery({ ...podsQuery, refetchInterval: besideStream(live) });
}

/** A connection of a pod: `{type}.iface.{pod}.{name}`. */
export type Connection = Extract<AnswerOf<typeof traceGet>["entries"][number], { conn_state: boolean }>;

/** Every connection of the project, asked for every 5 s. */
export function useConnections() {
  return useQuery({
    queryKey: [...queryKeys.project, "connections"],
    queryFn: async ({ signal }): Promise<readonly Connection[]> => {
      const { entries } = await callApi(traceGet, {
        params: { name: "meta" },
        query: { filter: ["*.iface.*"] },
        signal,
      });
      return entries.filter((entry): entry is Connection => "conn_state" in entry);
    },
    refetchInterval: LIMITS.watchlistPoll,
  });
}
