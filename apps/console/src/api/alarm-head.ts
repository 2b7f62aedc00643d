/** Counts and the worst of the alarms, as the event stream tells them: it begins with the whole state, so nothing is asked for. */
import type { AlarmHead } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "./query-keys.ts";

export const useAlarmHead = (): AlarmHead | undefined =>
  useQuery<AlarmHead>({ queryKey: queryKeys.alarmHead, enabled: false }).data;
