import { checkConnectivity } from "@hubwart/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { type Info, infoQuery } from "../../../api/info.ts";

/** Asks the services now; the result goes where the status page reads it. */
export function useCheckConnectivity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(checkConnectivity),
    onSuccess: ({ connectivity }) =>
      client.setQueryData<Info>(infoQuery.queryKey, (info) =>
        info?.session === true ? { ...info, connectivity } : info,
      ),
  });
}
