/** What the project says of a pod: cells of its rows, secrets masked by the appliance. */
import { podParameters } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

/** Asked again whenever the page is opened. */
export function usePodParameters(pod: string) {
  return useQuery({
    queryKey: [...queryKeys.pods, "parameters", pod],
    queryFn: ({ signal }) => callApi(podParameters, { query: { pod }, signal }),
  });
}
