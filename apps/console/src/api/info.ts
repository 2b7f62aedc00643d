/** `/info`: session and system state. The console's pulse; every answer also updates the session. */
import { type AnswerOf, info, type Status } from "@hubwart/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { setDeviceZone } from "../lib/zone.ts";
import { session } from "../session/session.ts";
import { tokenStore } from "../session/token-store.ts";
import { callApi } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export type Info = AnswerOf<typeof info>;
export type { Status } from "@hubwart/contract";

export async function fetchInfo(signal?: AbortSignal): Promise<Info> {
  const token = tokenStore.read();
  const answer = await callApi(info, signal ? { signal } : {});
  if (answer.session) setDeviceZone(answer.system.host.tz.zone);
  // "No session" for a token that was replaced meanwhile says nothing of the present one.
  if (answer.session || !tokenStore.isReplaced(token)) session.noteInfo(answer);
  return answer;
}

export const infoQuery = queryOptions({
  queryKey: queryKeys.info,
  queryFn: ({ signal }) => fetchInfo(signal),
});

export function useInfo() {
  return useQuery(infoQuery);
}

/** The part of the answer that needs a session. */
export function statusOf(answer: Info | undefined): Status | undefined {
  return answer?.session === true ? answer : undefined;
}

/** No project was ever uploaded: what a project fills is empty for that reason. False while that is not known. */
export function useNoProject(): boolean {
  return useStatus()?.project.id === "";
}

/** Status of the signed-in console; undefined until the first answer with a session. */
export function useStatus(): Status | undefined {
  return statusOf(useInfo().data);
}
