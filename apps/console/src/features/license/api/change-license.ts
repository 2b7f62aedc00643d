/** Both changes restart the hub, so the status is stale as well as the licence. */
import { licenseRenew, licenseUpload } from "@hubwart/contract";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { licenseQuery } from "./license.ts";

/** `changed` is false if the key is the one in use. */
export function useChangeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => callApi(licenseUpload, { body: { key } }),
    onSuccess: ({ changed }) => (changed ? renewAll(client) : undefined),
  });
}

export function useRenewLicense() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => callApi(licenseRenew), onSuccess: () => renewAll(client) });
}

function renewAll(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: licenseQuery.queryKey });
  void client.invalidateQueries({ queryKey: queryKeys.info });
}
