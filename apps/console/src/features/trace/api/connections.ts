/** Connection records of interfaces and pods. */
import { LIMITS, traceGet, tracePost } from "@hubwart/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { type ConnRecord, isData, kindOf } from "../model/records.ts";
import { traceKey } from "./channels.ts";

const META = { name: "meta" } as const;
const ALL = { iface: "*.iface.*", pod: "*.pod.*" };

/** Without names: all of the kind. */
export const connectionsQuery = (kind: "iface" | "pod", names: readonly string[]) =>
  queryOptions({
    queryKey: [...traceKey, kind, names],
    queryFn: async ({ signal }): Promise<readonly ConnRecord[]> => {
      const filter = names.length > 0 ? [...names] : [ALL[kind]];
      const { entries } =
        filter.length > 1
          ? await callApi(tracePost, { params: META, body: { filter }, signal })
          : await callApi(traceGet, { params: META, query: { filter }, signal });
      return entries.filter(
        (record): record is ConnRecord => !isData(record) && kindOf(record.chan) === kind,
      );
    },
    refetchInterval: LIMITS.watchlistPoll,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
