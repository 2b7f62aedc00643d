/** How the forwarding to each target goes, and a document sent at once. */
import { type ForwardingTarget, LIMITS, stateSend, stateStatus } from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

const KEY = ["forwarding", "status"];

export const useForwardingStatus = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(stateStatus, { signal }),
    refetchInterval: LIMITS.watchlistPoll,
  });

export function useSendNow(name: ForwardingTarget) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(stateSend, { params: { name }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
