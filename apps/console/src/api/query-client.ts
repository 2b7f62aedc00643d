/** The one cache of server data. What the appliance refused is not asked again; a lost connection is. */
import { QueryClient } from "@tanstack/react-query";
import { ConnectionError } from "../lib/errors.ts";
import { afterFailure } from "./poll.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof ConnectionError && failures < 2,
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
      staleTime: 2_000,
      refetchInterval: afterFailure,
      // The device is on the local network; a browser without internet still reaches it.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
