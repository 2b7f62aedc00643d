import { LIMITS, projectRestore } from "@hubwart/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { projectKeys } from "../../../api/query-keys.ts";

/** The answer comes when the hub runs, or does not, with the version: after a minute at the latest. */
const TIMEOUT = (LIMITS.uploadWaitSeconds + 30) * 1_000;

export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: string) => callApi(projectRestore, { body: { version }, timeout: TIMEOUT }),
    // Also after a failure: the version may have been tried and put back.
    onSettled: () => {
      for (const queryKey of projectKeys) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
