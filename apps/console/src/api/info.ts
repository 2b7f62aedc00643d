/** `/info`: session and system state. The console's pulse; every answer also updates the session. */
import { type AnswerOf, type CallSpec, includes, info, type Level, type Status } from "@hubwart/contract";
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

/** Who is signed in. */
export interface Me {
  name: string;
  level: Level;
  /** Kept to some channels. */
  bounded: boolean;
  /** `central`: somebody of a central, who looks in from there. */
  kind?: string;
}

/** Where nobody is named, the one there is. */
const EVERYTHING: Me = { name: "", level: "admin", bounded: false };

/** As the console's frame keeps it: each button that asks whether it may be there asks nobody for it. */
export function useMe(): Me {
  const answer = useQuery({ ...infoQuery, enabled: false }).data;
  return (answer?.session === true ? answer.me : undefined) ?? EVERYTHING;
}

/** Whether who is signed in may make this call at all: what leads to one that he may not is left out. */
export function useMay({ channels, needs }: Pick<CallSpec, "channels" | "needs">): boolean {
  const { bounded, level } = useMe();
  return needs !== undefined && includes(level, needs) && !(bounded && channels === "whole");
}

/** Signing in needs a name. */
export const useNames = (): boolean => useInfo().data?.names === true;

/** Signing in by a directory service, where it is offered. */
export function useDirectory(): { label: string; url: string } | undefined {
  const answer = useInfo().data;
  return answer?.session === false ? answer.directory : undefined;
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
