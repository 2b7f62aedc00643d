/** The kept versions, and what each of them changed. */
import { type AnswerOf, projectChanges, projectVersions } from "@hubwart/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

export type Version = AnswerOf<typeof projectVersions>["versions"][number];
export type Changes = Omit<AnswerOf<typeof projectChanges>, "code">;
export type ChannelChange = Changes["changes"][number];

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
