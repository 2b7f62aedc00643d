/** People who are told of alarms, and rosters. A save that others overtook is refused, and all asked for anew. */
import {
  type AnswerOf,
  alarmDuty,
  alarmLinkSave,
  alarmPeople,
  alarmPersonRemove,
  alarmPersonSave,
  alarmRosterRemove,
  alarmRosterSave,
  type BodyInput,
  LIMITS,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import { useClockOffset } from "../../../api/device-clock.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export type People = AnswerOf<typeof alarmPeople>;
export type Person = People["people"][number];
export type Roster = People["rosters"][number];
export type Span = AnswerOf<typeof alarmDuty>["spans"][number];
export type PersonBody = BodyInput<typeof alarmPersonSave>;
export type RosterBody = BodyInput<typeof alarmRosterSave>;

const MINUTE = 60_000;
const FORTNIGHT = 14 * 24 * 60 * MINUTE;

export const usePeople = () =>
  useQuery({
    queryKey: queryKeys.alarmPeople,
    queryFn: ({ signal }) => callWithEtag(alarmPeople, { signal }),
    // Who is on duty changes with the time.
    refetchInterval: LIMITS.statusPoll,
  });

/**
 * Who of a roster is on duty in the next two weeks; asked for again when the first of them goes.
 *
 * @param mark of what is stored: with another one the answer may be another
 */
export function useDuty(roster: string, mark: string | undefined) {
  const offset = useClockOffset();
  return useQuery({
    queryKey: ["alarmDuty", roster, mark],
    queryFn: async ({ signal }) => {
      const now = Date.now() + offset;
      const from = now - (now % MINUTE);
      return (await callApi(alarmDuty, { query: { roster, from, to: from + FORTNIGHT }, signal })).spans;
    },
    refetchInterval: ({ state: { data } }) =>
      Math.min(Math.max((data?.[0]?.to ?? 0) - Date.now() - offset, MINUTE), LONGEST),
    staleTime: MINUTE,
  });
}
const LONGEST = 60 * MINUTE;

export function usePeopleActions() {
  const client = useQueryClient();
  const queryKey = queryKeys.alarmPeople;
  const renewed = <T>(done: Promise<T>): Promise<T> =>
    done.finally(() => void client.invalidateQueries({ queryKey }));
  return {
    /** All as it is now. */
    latest: async () => {
      await client.invalidateQueries({ queryKey });
      return client.getQueryData<Stored<People>>(queryKey);
    },
    savePerson: (body: PersonBody, ifMatch: string | undefined) =>
      renewed(callApi(alarmPersonSave, { body, ifMatch })),
    removePerson: (id: string, ifMatch: string | undefined) =>
      renewed(callApi(alarmPersonRemove, { body: { id }, ifMatch })),
    saveRoster: (body: RosterBody, ifMatch: string | undefined) =>
      renewed(callApi(alarmRosterSave, { body, ifMatch })),
    removeRoster: (id: string, ifMatch: string | undefined) =>
      renewed(callApi(alarmRosterRemove, { body: { id }, ifMatch })),
    saveLink: (link: string, ifMatch: string | undefined) =>
      callApi(alarmLinkSave, { body: { link }, ifMatch }),
  };
}
