/** Settings of one pod, and what makes them take effect. */
import {
  type AnswerOf,
  type BodyInput,
  LIMITS,
  podConfig,
  podConfigSave,
  podLogLevel,
  podRestart,
} from "@hubwart/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export type PodConfig = AnswerOf<typeof podConfig>;
export type LogLevel = PodConfig["log_level"];

export const configQuery = (pod: string) =>
  queryOptions({
    queryKey: [...queryKeys.pods, "config", pod],
    queryFn: ({ signal }): Promise<Stored<PodConfig>> => callWithEtag(podConfig, { query: { pod }, signal }),
  });

/** An unknown pod may appear: the hub may be about to start. */
export function usePodConfig(pod: string) {
  return useQuery({
    ...configQuery(pod),
    refetchInterval: ({ state }) => (state.status === "error" ? LIMITS.watchlistPoll : LIMITS.statusPoll),
  });
}

export const savePodConfig = (body: BodyInput<typeof podConfigSave>, ifMatch: string | undefined) =>
  callApi(podConfigSave, { body, ifMatch });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const TRIES = 10;

/** Restarts the pod and waits until it runs with the stored settings; false if it does not within 10 s. */
export function useRestartPod(pod: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<boolean> => {
      await callApi(podRestart, { query: { pod } });
      for (let left = TRIES; left > 0; left -= 1) {
        const { data } = await client.fetchQuery({ ...configQuery(pod), staleTime: 0 });
        if (!data.need_restart) return true;
        await sleep(LIMITS.restartRetry);
      }
      return false;
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.pods }),
  });
}

export function useSetLogLevel(pod: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (level: LogLevel) => callApi(podLogLevel, { body: { pod, level } }),
    onSettled: () => client.invalidateQueries({ queryKey: configQuery(pod).queryKey }),
  });
}
