/** Live values of a pod's channels: all of them once, then what the stream brings; asked again after every break. */
import { traceGet } from "@hubwart/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { callApi } from "../../../api/client.ts";
import { useStatus } from "../../../api/info.ts";
import { besideStream } from "../../../api/poll.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useStream, useStreamEvents } from "../../../api/use-stream.ts";
import {
  type Channel,
  createValueStore,
  type DataRecord,
  type ValueStore,
} from "../../../lib/value-store.ts";
import { channelPattern } from "../model/pod-id.ts";

export interface PodValues {
  store: ValueStore;
  query: Pick<UseQueryResult<{ truncated: boolean }>, "data" | "error" | "refetch">;
}

export function usePodValues(pod: string): PodValues {
  const [store] = useState(() => createValueStore(`${pod}.`));
  const live = useStream(["pods"]);
  // Another hub process begins with empty channels.
  const started = useStatus()?.system.hub.started ?? 0;
  const pattern = channelPattern(pod);
  const query = useQuery({
    queryKey: [...queryKeys.pods, "values", pod, started, live],
    queryFn: ({ signal }) =>
      callApi(traceGet, { params: { name: "data" }, query: { filter: pattern, details: "1" }, signal }),
    refetchInterval: besideStream(live),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  const { data, isPlaceholderData, error, refetch } = query;
  // Another key is no other question: what was known stays when the answer fails.
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  useEffect(() => {
    if (data && !isPlaceholderData) store.load(data.entries);
  }, [store, data, isPlaceholderData]);
  useStreamEvents({ topics: ["trace"], filter: [pattern] }, (topic, event) => {
    if (topic === "trace" && "entries" in (event as object)) {
      store.change((event as { entries: DataRecord[] }).entries);
    }
  });
  return { store, query: { data: data ?? last, error, refetch } };
}

/** Renders anew when the set of channels changes. */
export const useChannels = (store: ValueStore): readonly Channel[] =>
  useSyncExternalStore(store.subscribe, () => store.names);
