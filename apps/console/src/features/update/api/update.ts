/** The release that runs, the one that is offered, and the update on its way. */
import {
  type AnswerOf,
  changeChannel,
  type Job,
  jobCancel,
  LIMITS,
  systemRestart,
  type UpdateChannel,
  updateBack,
  updateCheck,
  updateDismiss,
  updateLog,
  updateState,
} from "@hubwart/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { queryClient } from "../../../api/query-client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

export type UpdateState = Omit<AnswerOf<typeof updateState>, "code">;

/** The appliance asks the update server meanwhile, ms. */
const PATIENCE = 90_000;
const KINDS: ReadonlySet<string> = new Set(["update.install", "update.back"]);

export const updateQuery = queryOptions({
  queryKey: ["update", "state"],
  queryFn: ({ signal }) => callApi(updateState, { signal }),
  refetchInterval: LIMITS.statusPoll,
});
export const useUpdateState = () => useQuery(updateQuery);

/** The update that runs now. */
export function useRunningUpdate(): Job | undefined {
  const client = useQueryClient();
  // Filled by the event stream, which begins with the whole state.
  const { data } = useQuery<{ jobs: Job[] }>({ queryKey: queryKeys.jobs, enabled: false });
  const running = data?.jobs.find(({ kind, ended }) => KINDS.has(kind) && ended === 0);
  const id = running?.id;
  // At its beginning and at its end the state is another one.
  useEffect(() => {
    void client.invalidateQueries({
      queryKey: updateQuery.queryKey,
      refetchType: id === undefined ? "active" : "none",
    });
  }, [client, id]);
  return running;
}

export async function checkNow(): Promise<UpdateState> {
  try {
    const state = await callApi(updateCheck, { timeout: PATIENCE });
    queryClient.setQueryData(updateQuery.queryKey, state);
    return state;
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: updateQuery.queryKey });
    throw error;
  }
}
export const startUpdate = () =>
  callApi(systemRestart, { query: { action: "update" }, timeout: PATIENCE }).finally(
    () => void queryClient.invalidateQueries({ queryKey: updateQuery.queryKey }),
  );
export const chooseChannel = (channel: UpdateChannel) =>
  callApi(changeChannel, { query: { channel }, timeout: PATIENCE }).finally(() => {
    for (const queryKey of [updateQuery.queryKey, queryKeys.info])
      void queryClient.invalidateQueries({ queryKey });
  });
export const cancelUpdate = (id: number) => callApi(jobCancel, { query: { id } });
export const goBack = () =>
  callApi(updateBack, { body: {} }).finally(
    () => void queryClient.invalidateQueries({ queryKey: updateQuery.queryKey }),
  );
export const downloadLog = () => downloadWithTicket(updateLog.path);
export const dismissResult = () =>
  callApi(updateDismiss, { body: {} }).finally(() => {
    for (const queryKey of [updateQuery.queryKey, queryKeys.info])
      void queryClient.invalidateQueries({ queryKey });
  });
