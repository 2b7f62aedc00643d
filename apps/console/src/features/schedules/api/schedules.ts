/** What the time programmes say: by the clock alone, so that it is asked for anew every 15 s. */
import { type AnswerOf, LIMITS, scheduleLook } from "@hubwart/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { ScheduleSearch } from "../model/search.ts";

export type Look = AnswerOf<typeof scheduleLook>;
export type ScheduleRow = Look["rows"][number];
export type CalendarRow = Look["calendars"][number];

export function useSchedules({ page = 1, text }: ScheduleSearch) {
  const limit = LIMITS.schedulesPage;
  const query = { ...(text === undefined ? {} : { text }), offset: (page - 1) * limit, limit };
  return useQuery({
    queryKey: [...queryKeys.project, "schedules", query],
    queryFn: ({ signal }) => callApi(scheduleLook, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIMITS.statusPoll,
    staleTime: 0,
  });
}
