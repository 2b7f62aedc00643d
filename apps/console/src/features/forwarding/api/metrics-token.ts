/** The token with which Prometheus reads the figures. */
import { metricsToken, metricsTokenCreate, metricsTokenRevoke } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

const KEY = ["forwarding", "metrics"];

export const useMetricsToken = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(metricsToken, { signal }) });

export function useChangeMetricsToken() {
  const client = useQueryClient();
  const fresh = () => client.invalidateQueries({ queryKey: KEY });
  return {
    create: async (): Promise<string> => {
      const { token } = await callApi(metricsTokenCreate, { body: {} });
      await fresh();
      return token;
    },
    revoke: async (): Promise<void> => {
      await callApi(metricsTokenRevoke, { body: {} });
      await fresh();
    },
  };
}
