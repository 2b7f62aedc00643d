/** The kept versions: what each of them changed, how two differ, and what people noted about them. */
import {
  type AnswerOf,
  type BodyInput,
  projectChanges,
  projectCompare,
  projectVersionSave,
  projectVersions,
} from "@hubwart/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

export type Version = AnswerOf<typeof projectVersions>["versions"][number];

const versionsQuery = queryOptions({
  queryKey: [...queryKeys.project, "versions"],
  queryFn: ({ signal }) => callApi(projectVersions, { signal }),
});
export const useVersions = () => useQuery(versionsQuery);

/** The version in use; undefined while that is unknown or there is none. */
export const currentOf = (versions: readonly Version[] | undefined): Version | undefined =>
  versions?.find(({ current }) => current);

/** What a version changed does not change any more. */
export const changesQuery = (version: string) =>
  queryOptions({
    queryKey: [...queryKeys.project, "changes", version],
    queryFn: ({ signal }) => callApi(projectChanges, { query: { version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Nor does how two of them differ. */
export const compareQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...queryKeys.project, "compare", from, to],
    queryFn: ({ signal }) => callApi(projectCompare, { query: { from, to }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Notes something about a version, or keeps it for good. */
export function useSaveVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof projectVersionSave>) => callApi(projectVersionSave, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: versionsQuery.queryKey }),
  });
}
