/**
 * Live data in components:
 *
 *     const live = useStream(["pods"]);                                   feeds the query cache
 *     useQuery({ ...podsQuery, refetchInterval: besideStream(live) });
 *     useStreamEvents({ topics: ["trace"], filter }, (topic, event) => …);   for what is not in the cache
 */
import type { StreamTopic } from "@hubwart/contract";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { infoQuery } from "./info.ts";
import { queryClient } from "./query-client.ts";
import { openStream, type StreamHandler, type StreamRequest } from "./stream.ts";
import { cacheFeeder } from "./stream-cache.ts";

/** Shared by the whole page, for as long as the page lives. */
const shared = openStream(askForSession).stream;
const intoCache = cacheFeeder(queryClient);

/** True while the stream is up; otherwise poll with the intervals of the contract. */
export function useStream(topics: readonly StreamTopic[]): boolean {
  const key = topics.join();
  useEffect(() => shared.subscribe({ topics: key.split(",") as StreamTopic[] }, intoCache), [key]);
  return useSyncExternalStore(shared.watch, () => shared.connected);
}

/** A connection of its own, for what must know of its gaps; whoever opens it ends it. */
export function openOwnStream(): ReturnType<typeof openStream> {
  return openStream(askForSession);
}

/** Events straight to `handler`. `request` may be a new object at every render; undefined means none. */
export function useStreamEvents(request: StreamRequest | undefined, handler: StreamHandler): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const key = request && JSON.stringify(request);
  useEffect(() => {
    if (key === undefined) return;
    const wanted = JSON.parse(key) as StreamRequest;
    const call: StreamHandler = (topic, event) => latest.current(topic, event);
    if (wanted.comp === undefined && wanted.log === undefined) return shared.subscribe(wanted, call);
    const own = openOwnStream();
    const unsubscribe = own.stream.subscribe(wanted, call);
    return () => {
      unsubscribe();
      own.end();
    };
  }, [key]);
}

/** Every answer of `/info` updates the session. */
function askForSession(): void {
  void queryClient.invalidateQueries({ queryKey: infoQuery.queryKey });
}
