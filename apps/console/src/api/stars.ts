/** Channels with a star, as the device keeps them for a project. */
import { starsChange, starsGet } from "@hubwart/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export const starsQuery = (project: string) =>
  queryOptions({
    queryKey: [...queryKeys.stars, project],
    queryFn: async ({ signal }) => (await callApi(starsGet, { query: { project }, signal })).channels,
    enabled: project !== "",
  });

export interface StarChange {
  add: string[];
  remove: string[];
}

export async function changeStars(client: QueryClient, project: string, change: StarChange): Promise<void> {
  const { channels } = await callApi(starsChange, { body: { project, ...change } });
  // An answer on its way may be older than this one, and look as if somebody had taken the star away.
  await client.cancelQueries({ queryKey: starsQuery(project).queryKey });
  client.setQueryData(starsQuery(project).queryKey, channels);
}
