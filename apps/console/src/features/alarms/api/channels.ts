/** What the channels of alarms are now, and what the project says of them. */
import { type AnswerOf, LIMITS, traceDefinition, tracePost, traceSuggestions } from "@hubwart/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

export type Current = Extract<
  AnswerOf<typeof tracePost>["entries"][number],
  { value?: unknown; quality: number }
>;

const key = [...queryKeys.project, "alarmChannels"] as const;

/** By name; undefined before the first answer. */
export function useCurrent(sources: readonly string[]): ReadonlyMap<string, Current> | undefined {
  const filter = [...new Set(sources)].sort();
  return useQuery({
    queryKey: [...key, "now", filter],
    queryFn: async ({ signal }) => {
      const { entries } = await callApi(tracePost, { params: { name: "data" }, body: { filter }, signal });
      const found = entries.filter((entry): entry is Current => "quality" in entry);
      return new Map(found.map((entry) => [entry.chan, entry]));
    },
    enabled: filter.length > 0,
    refetchInterval: LIMITS.watchlistPoll,
    placeholderData: keepPreviousData,
  }).data;
}

/** Whether values of the channel are recorded, asked for once it matters. */
export function useRecorded(chan: string, wanted: boolean): boolean {
  const { data } = useQuery({
    queryKey: [...key, "definition", chan],
    queryFn: ({ signal }) => callApi(traceDefinition, { query: { chan }, signal }),
    enabled: wanted,
  });
  return data?.channel?.record === true;
}

export function useTags(wanted: boolean): readonly string[] {
  const { data } = useQuery({
    queryKey: [...key, "tags"],
    queryFn: async ({ signal }) =>
      (await callApi(traceSuggestions, { query: { kind: "tags", text: "" }, signal })).suggestions,
    enabled: wanted,
  });
  return data ?? [];
}
