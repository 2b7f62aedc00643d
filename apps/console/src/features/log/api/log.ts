/** The event log: what there is by `/system/log`, what comes by the event stream. */
import { LIMITS, systemLog } from "@hubwart/contract";
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callText } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { openOwnStream } from "../../../api/use-stream.ts";
import { type LogLine, parseLines } from "../../../lib/log-lines.ts";
import { type LogSearch, queryOf, requestOf } from "../model/log-search.ts";
import { perFrame } from "../model/per-frame.ts";
import { append, type LogRows, merge, NO_ROWS } from "../model/rows.ts";

export function useLog(search: LogSearch) {
  const client = useQueryClient();
  const key = ["log", "lines", search];
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<LogRows> => {
      const text = await callText(systemLog, {
        query: { ...queryOf(search), tail: String(LIMITS.logTail) },
        signal,
      });
      // Read only now: lines may have come while the call was on its way.
      return merge(client.getQueryData<LogRows>(key) ?? NO_ROWS, parseLines(text));
    },
    staleTime: Infinity,
    gcTime: 0,
    // A line once shown keeps its object, but comparing 2,000 of them at every bundle costs more than it saves.
    structuralSharing: false,
  });
  const live = useFollow(client, key, search);
  return { query, live };
}

/** `past`: nothing that comes belongs to what is shown. */
export type Live = "connecting" | "live" | "lost" | "past";

/** Lines as they come; after each gap the call is asked again. */
function useFollow(client: QueryClient, key: QueryKey, search: LogSearch): Live {
  const [live, setLive] = useState<Live>("connecting");
  const past = search.to !== undefined;
  const wanted = JSON.stringify({ key, request: requestOf(search), comp: search.comp });
  useEffect(() => {
    if (past) return;
    const {
      key: queryKey,
      request,
      comp,
    } = JSON.parse(wanted) as {
      key: QueryKey;
      request: ReturnType<typeof requestOf>;
      comp?: string;
    };
    const { stream, end } = openOwnStream();
    const bundle = perFrame<LogLine>((lines) =>
      client.setQueryData<LogRows>(queryKey, (known) => append(known ?? NO_ROWS, lines)),
    );
    const catchUp = () => void client.refetchQueries({ queryKey, exact: true });
    const unwatch = stream.watch(() => {
      setLive(stream.connected ? "live" : "lost");
      if (stream.connected) catchUp();
    });
    const unsubscribe = stream.subscribe(
      { topics: ["log"], log: request, ...(comp === undefined ? {} : { comp }) },
      (topic, event) => {
        if (topic !== "log") return;
        const { lines, missed } = event as { lines: LogLine[]; missed: number };
        bundle.add(lines);
        if (missed > 0) catchUp();
      },
    );
    return () => {
      bundle.end();
      unwatch();
      unsubscribe();
      end();
    };
  }, [client, wanted, past]);
  return past ? "past" : live;
}

/** Everything retained that matches, not only the tail. */
export function downloadLog(search: LogSearch): Promise<void> {
  const parameters = Object.entries(queryOf(search)).map(([name, value]) => [name, String(value)]);
  return downloadWithTicket(systemLog.path, { ...Object.fromEntries(parameters), download: "1" });
}
