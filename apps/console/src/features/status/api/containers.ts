import { systemPs } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { besideStream } from "../../../api/poll.ts";
import { queryKeys } from "../../../api/query-keys.ts";

/** `live`: the event stream brings them. */
export function useContainers(live: boolean) {
  return useQuery({
    queryKey: queryKeys.containers,
    queryFn: ({ signal }) => callApi(systemPs, { signal }),
    refetchInterval: besideStream(live),
  });
}
