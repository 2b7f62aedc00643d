/** Asks whether a key is the one in use, of which the console only knows the masked form. */
import { licenseCompare } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

/** `key` is undefined while there is nothing to ask. A question that fails says no: saving compares once more. */
export function useSameKey(key: string | undefined): { same: boolean; asking: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ["license", "same", key],
    queryFn: ({ signal }) => callApi(licenseCompare, { body: { key: key ?? "" }, signal }),
    enabled: key !== undefined,
    retry: false,
    // A key stays in memory no longer than its dialog.
    gcTime: 0,
  });
  return { same: data?.same ?? false, asking: isLoading };
}
