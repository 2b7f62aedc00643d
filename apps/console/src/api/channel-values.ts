/** Live values of a few channels by their names: all of them once, then what the stream brings. */
import { LIMITS, tracePost } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createValueStore, type DataRecord, type ValueStore } from "../lib/value-store.ts";
import { callApi } from "./client.ts";
import { besideStream } from "./poll.ts";
import { queryKeys } from "./query-keys.ts";
import { useStream, useStreamEvents } from "./use-stream.ts";

/** Names travel in an address, which servers and proxies limit to 16 KB with everything else in it. */
const LONGEST_FILTER = 10_000;
/** Of the 200 that the appliance takes of a whole page, with room for others. */
const MOST_FILTERS = 150;

/**
 * What the stream is asked for so that it tells of these: their names, or where they are many the channels of their pods, of which the
 * others are dropped. Undefined where even that is too much: they are polled.
 */
export function streamFilter(names: readonly string[]): readonly string[] | undefined {
  const ofPods = () => [...new Set(names.map((name) => `${name.slice(0, name.lastIndexOf("."))}.*`))];
  return fitsStream(names) ? names : [ofPods()].find(fitsStream);
}

/** Whether the stream can be asked for these; otherwise they are polled. */
export const fitsStream = (names: readonly string[]): boolean =>
  names.length > 0 &&
  names.length <= MOST_FILTERS &&
  encodeURIComponent(names.join()).length <= LONGEST_FILTER;

export interface ChannelValues {
  store: ValueStore;
  /** What the store says is of these names. */
  loaded: boolean;
}

export interface AskedValues extends ChannelValues {
  /** Why they could not be asked for just now. */
  error: unknown;
  refetch: () => unknown;
}

/** `chans`: no patterns. What the running project does not have stays without a record. */
export function useChannelValues(chans: readonly string[]): AskedValues {
  const [store] = useState(() => createValueStore(""));
  const connected = useStream(["project"]);
  const filter = streamFilter(chans);
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.project, "trace", "values", chans],
    queryFn: ({ signal }) =>
      callApi(tracePost, { params: { name: "data" }, body: { filter: [...chans], details: true }, signal }),
    enabled: chans.length > 0,
    refetchInterval: besideStream(connected && filter !== undefined, LIMITS.watchlistPoll),
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) store.load(data.entries);
  }, [store, data]);
  useStreamEvents(filter ? { topics: ["trace"], filter } : undefined, (topic, event) => {
    if (topic === "trace" && "entries" in (event as object))
      store.change((event as { entries: DataRecord[] }).entries);
  });
  return { store, loaded: data !== undefined, error, refetch };
}

/** Renders anew when this channel changes. */
export const useRecord = (store: ValueStore, chan: string): DataRecord | undefined =>
  useSyncExternalStore(store.subscribe, () => store.record(chan));
