/** Requests of the sign of life that the device sends. */
import {
  type AnswerOf,
  alarmHeartbeat,
  alarmHeartbeatSave,
  alarmHeartbeatTest,
  type BodyInput,
  LIMITS,
} from "@hubwart/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export type HeartbeatValues = BodyInput<typeof alarmHeartbeatSave>;
export type StoredHeartbeat = Stored<AnswerOf<typeof alarmHeartbeat>>;

/** A server may take its time, and so may a hub that hangs. */
const TEST_TIMEOUT = 2 * LIMITS.alarmHeartbeatWithin + 10_000;

export const heartbeatQuery = queryOptions({
  queryKey: ["alarm-heartbeat"],
  queryFn: ({ signal }): Promise<StoredHeartbeat> => callWithEtag(alarmHeartbeat, { signal }),
  refetchInterval: LIMITS.watchlistPoll,
});

export const heartbeatBody = alarmHeartbeatSave.body;

export const saveHeartbeat = (body: HeartbeatValues, ifMatch: string | undefined): Promise<unknown> =>
  callApi(alarmHeartbeatSave, { body, ifMatch });

export function useHeartbeatTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(alarmHeartbeatTest, { body: {}, timeout: TEST_TIMEOUT }),
    onSettled: () => client.invalidateQueries({ queryKey: heartbeatQuery.queryKey }),
  });
}
