/**
 * Counts and the worst of the alarms, as the event stream tells them: it begins with the whole state, so nothing is asked for.
 * Once the stream is down for a while, nobody knows how they are.
 */
import { type AlarmHead, LIMITS } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryKeys } from "./query-keys.ts";
import { useStream } from "./use-stream.ts";

export function useAlarmHead(): AlarmHead | undefined {
  const live = useStream(["alarms"]);
  const { data } = useQuery<AlarmHead>({ queryKey: queryKeys.alarmHead, enabled: false });
  const [lost, setLost] = useState(false);
  useEffect(() => {
    // It goes for a moment with every page that wants other topics.
    const timer = setTimeout(() => setLost(!live), live ? 0 : LIMITS.statusPoll);
    return () => clearTimeout(timer);
  }, [live]);
  return lost && !live && data ? { ...data, state: "unsure" } : data;
}
