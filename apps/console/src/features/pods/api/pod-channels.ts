/** Interfaces of a pod: connections and listeners. The stream has no topic for them, hence the short interval. */
import { type AnswerOf, LIMITS, podChannels } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

export type Iface = AnswerOf<typeof podChannels>["channels"][number];

export function usePodChannels(pod: string) {
  return useQuery({
    queryKey: [...queryKeys.pods, "channel", pod],
    queryFn: ({ signal }) => callApi(podChannels, { query: { pod }, signal }),
    refetchInterval: LIMITS.watchlistPoll,
  });
}
