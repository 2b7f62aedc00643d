/** The central that this hub belongs to. */
import { type BodyInput, uplinkJoin, uplinkLeave, uplinkSave, uplinkStatus } from "@hubwart/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";

export type Door = BodyInput<typeof uplinkSave>;
export type Joining = BodyInput<typeof uplinkJoin>;

/** The connection comes and goes by itself, ms. */
const EVERY = 5_000;

export const centralQuery = queryOptions({
  queryKey: ["system", "central"],
  queryFn: ({ signal }) => callWithEtag(uplinkStatus, { signal }),
  refetchInterval: EVERY,
});
export type StoredCentral = Awaited<ReturnType<NonNullable<typeof centralQuery.queryFn>>>;

export const saveDoor = (body: Door, ifMatch: string | undefined) => callApi(uplinkSave, { body, ifMatch });

export function useCentralActions() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: centralQuery.queryKey });
  return {
    join: (body: Joining) => callApi(uplinkJoin, { body }).finally(reload),
    leave: () => callApi(uplinkLeave, {}).finally(reload),
  };
}
