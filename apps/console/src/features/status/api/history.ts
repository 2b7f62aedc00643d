import { historyOfDevice, LIMITS } from "@hubwart/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

/** CPU, RAM and disk of the last `minutes`; asked again when a new sample is due. */
export function useMetrics(minutes: number, wanted: boolean) {
  return useQuery({
    queryKey: ["status", "history", minutes],
    queryFn: ({ signal }) => callApi(historyOfDevice, { query: { minutes }, signal }),
    refetchInterval: ({ state }) => Math.max(LIMITS.statusPoll, (state.data?.interval ?? 0) * 1_000),
    placeholderData: keepPreviousData,
    enabled: wanted,
  });
}
