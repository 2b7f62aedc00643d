/** One time programme, as it is stored and as people change it. */
import {
  type AnswerOf,
  type BodyInput,
  scheduleOne,
  scheduleOverride,
  scheduleReset,
  scheduleSave,
} from "@hubwart/contract";
import type { Plan } from "@hubwart/schedule";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

export type Schedule = AnswerOf<typeof scheduleOne>;

const SCHEDULES = [...queryKeys.project, "schedules"];
export const scheduleKey = (chan: string) => [...SCHEDULES, "one", chan];

export const useSchedule = (chan: string) =>
  useQuery({
    queryKey: scheduleKey(chan),
    queryFn: ({ signal }) => callWithEtag(scheduleOne, { query: { chan }, signal }),
  });

export const saveSchedule = (chan: string, plan: Plan, ifMatch: string | undefined) =>
  callApi(scheduleSave, { body: { chan, plan }, ifMatch });

type Override = BodyInput<typeof scheduleOverride>["override"];

export function useScheduleActions(chan: string) {
  const client = useQueryClient();
  const fresh = () => client.invalidateQueries({ queryKey: SCHEDULES });
  const override = useMutation({
    mutationFn: (asked: Override) =>
      callApi(scheduleOverride, { body: { chan, ...(asked === undefined ? {} : { override: asked }) } }),
    onSettled: fresh,
  });
  const reset = useMutation({
    mutationFn: () => callApi(scheduleReset, { body: { chan } }),
    onSettled: fresh,
  });
  return { override, reset };
}
