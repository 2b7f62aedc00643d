/** Log levels per source. */
import { type AnswerOf, type BodyInput, logLevelReset, logLevelSet, logLevels } from "@hubwart/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

export type SourceLevel = AnswerOf<typeof logLevels>["sources"][number];

const POLL = 15_000;

const levelsQuery = queryOptions({
  queryKey: ["logging", "levels"],
  queryFn: ({ signal }) => callApi(logLevels, { signal }),
  refetchInterval: POLL,
});

export const useLevels = () => useQuery(levelsQuery);

function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: levelsQuery.queryKey });
}

export function useSetLevel() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: BodyInput<typeof logLevelSet>) => callApi(logLevelSet, { body }),
    onSuccess: changed,
  });
}

export function useResetLevel() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (source: string) => callApi(logLevelReset, { body: { source } }),
    onSuccess: changed,
  });
}
