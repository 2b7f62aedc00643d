/** What meters consumed: asked for again every minute, since that is how often figures change. */
import {
  type AnswerOf,
  type BodyInput,
  energyCsv,
  energyEvents,
  energyExchange,
  energyLook,
  energyParquet,
  energyReport,
  energySums,
  type QueryInput,
} from "@hubwart/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { queryKeys } from "../../../api/query-keys.ts";

export type Look = AnswerOf<typeof energyLook>;
export type Meter = Look["meters"][number];
export type Periods = AnswerOf<typeof energySums>;
export type Sums = Periods["meters"][number];
export type MeterEvent = AnswerOf<typeof energyEvents>["events"][number];
export type Exchanged = AnswerOf<typeof energyExchange>;
type Asked = QueryInput<typeof energySums>;

const EVERY = 60_000;
/** Where there are none yet: the hub may still be about to take over a project that has some. */
const SOON = 5_000;
const KEY = [...queryKeys.project, "energy"] as const;

export function useEnergy() {
  return useQuery({
    queryKey: [...KEY, "look"],
    queryFn: ({ signal }) => callApi(energyLook, { signal }),
    refetchInterval: ({ state: { data } }) => (data && data.meters.length > 0 ? EVERY : SOON),
  });
}

export function useSums(query: Asked) {
  return useQuery({
    queryKey: [...KEY, "sums", query],
    queryFn: ({ signal }) => callApi(energySums, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  });
}

export function useMeterEvents(meter: string) {
  return useQuery({
    queryKey: [...KEY, "events", meter],
    queryFn: ({ signal }) => callApi(energyEvents, { query: { meter }, signal }),
  });
}

export function useExchange() {
  const client = useQueryClient();
  return async (body: BodyInput<typeof energyExchange>) => {
    const answer = await callApi(energyExchange, { body });
    await client.invalidateQueries({ queryKey: KEY });
    return answer;
  };
}

export const downloadCsv = (span: QueryInput<typeof energyCsv>) =>
  downloadWithTicket(energyCsv.path, { ...span });
export const downloadParquet = (span: QueryInput<typeof energyParquet>) =>
  downloadWithTicket(energyParquet.path, { ...span });
export const downloadReport = (period: string) => downloadWithTicket(energyReport.path, { period });
