/** Log of a component: the last lines, then those that come. */
import { LIMITS, systemLog } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { callText } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { infoQuery } from "../../../api/info.ts";
import { openStream } from "../../../api/stream.ts";
import { type LogLine, parseLines } from "../../../lib/log-lines.ts";
import { EMPTY_VIEW, type LogAction, type LogView, logView } from "../model/log-view.ts";

/** Everything that is retained. */
export const downloadLog = (comp: string): Promise<void> =>
  downloadWithTicket(systemLog.path, { comp, download: "1" });

const readLog = async (comp: string, signal: AbortSignal): Promise<LogLine[]> =>
  parseLines(await callText(systemLog, { query: { comp, tail: LIMITS.logTail }, signal }));

export interface PodLog {
  view: LogView;
  dispatch: (action: LogAction) => void;
  query: { data: LogLine[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** `follow`: new lines come by themselves. What was written while they did not is read when they do again. */
export function usePodLog(comp: string, follow: boolean): PodLog {
  const [view, dispatch] = useReducer(logView, EMPTY_VIEW);
  const [connections, setConnections] = useState(0);
  const query = useQuery({
    queryKey: ["pods", "log", comp, connections],
    queryFn: ({ signal }) => readLog(comp, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  });
  const { data } = query;
  useEffect(() => {
    if (data) dispatch({ kind: "loaded", lines: data });
  }, [data]);
  useLogStream(comp, follow, dispatch, () => setConnections((count) => count + 1));
  return { view, dispatch, query };
}

function useLogStream(
  comp: string,
  follow: boolean,
  dispatch: (action: LogAction) => void,
  onConnected: () => void,
): void {
  const client = useQueryClient();
  const connected = useRef(onConnected);
  useEffect(() => {
    connected.current = onConnected;
  });
  useEffect(() => {
    if (!follow) return;
    const { stream, end } = openStream(() => void client.invalidateQueries({ queryKey: infoQuery.queryKey }));
    const unwatch = stream.watch(() => {
      if (stream.connected) connected.current();
    });
    const unsubscribe = stream.subscribe({ topics: ["log"], comp }, (topic, event) => {
      if (topic === "log") dispatch({ kind: "received", ...(event as { lines: LogLine[]; missed: number }) });
    });
    return () => {
      unsubscribe();
      unwatch();
      end();
    };
  }, [client, comp, follow, dispatch]);
}
