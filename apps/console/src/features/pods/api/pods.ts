/** The project's pods, and those of which only settings are left. */
import { type AnswerOf, LIMITS, podDelete, pods } from "@hubwart/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useStream } from "../../../api/use-stream.ts";

export type PodList = AnswerOf<typeof pods>;
export type Pod = PodList["pods"][number];

const podsQuery = queryOptions({
  queryKey: queryKeys.pods,
  queryFn: ({ signal }) => callApi(pods, { signal }),
});

/** Live by the event stream. */
export function usePods() {
  const live = useStream(["pods"]);
  return useQuery({ ...podsQuery, refetchInterval: live ? false : LIMITS.statusPoll });
}

/** Reads the figures anew instead of taking the last ones. */
export function useRefreshPods() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(pods, { query: { force: "1" } }),
    onSuccess: (list) => client.setQueryData(podsQuery.queryKey, list),
  });
}

export function useDeletePod() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pod: string) => callApi(podDelete, { query: { pod } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.pods }),
  });
}
