/** What can be done with the project's pods. */
import { podDelete, pods } from "@hubwart/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { podsQuery } from "../../../api/pods.ts";
import { queryKeys } from "../../../api/query-keys.ts";

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
