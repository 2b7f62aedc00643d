/** The search for meters on the lines of an M-Bus pod, and what a meter says. */
import { type AnswerOf, podMeterRecords, podMeterSearch, podMeters } from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

export type MeterSearch = AnswerOf<typeof podMeters>;
export type FoundMeter = MeterSearch["found"][number];
export type SearchAction = "primary" | "secondary" | "stop";

const EVERY_MS = 1_000;
/** As long as the pod may take at 300 bit/s, and a moment more. */
const RECORDS_MS = 65_000;

const searchKey = (pod: string, iface: string) => ["pods", pod, "meters", iface];

export const useMeterSearch = (pod: string, iface: string) =>
  useQuery({
    queryKey: searchKey(pod, iface),
    queryFn: ({ signal }) => callApi(podMeters, { query: { pod, iface }, signal }),
    refetchInterval: ({ state }) => (state.data?.running === true ? EVERY_MS : false),
    enabled: iface !== "",
  });

export function useMeterSearchAction(pod: string, iface: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: SearchAction) =>
      callApi(podMeterSearch, { query: { pod }, body: { iface, action } }),
    onSuccess: (state) => client.setQueryData(searchKey(pod, iface), state),
  });
}

export function useMeterRecords(pod: string, iface: string) {
  return useMutation({
    mutationFn: ({ manufacturer, medium, meter, version }: FoundMeter) => {
      const words = {
        ...(manufacturer === undefined ? {} : { manufacturer }),
        ...(version === undefined ? {} : { version }),
        ...(medium === undefined ? {} : { medium }),
      };
      return callApi(podMeterRecords, {
        query: { pod },
        body: { iface, meter, ...words },
        timeout: RECORDS_MS,
      });
    },
  });
}
