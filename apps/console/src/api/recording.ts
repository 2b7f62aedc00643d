/** Channels that this device records beside those of its project. */
import { type AnswerOf, recordingAdded, recordingChange } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export type AddedChannel = AnswerOf<typeof recordingAdded>["added"][number];

export const useAddedChannels = (enabled = true) =>
  useQuery({
    queryKey: [...queryKeys.project, "recording"],
    queryFn: ({ signal }) => callApi(recordingAdded, { signal }),
    enabled,
  });

/** Resolves when all that shows it is asked for anew. */
export function useRecordingChange(): (chan: string, record: boolean) => Promise<{ applied: boolean }> {
  const client = useQueryClient();
  return async (chan, record) => {
    try {
      return await callApi(recordingChange, { body: { chan, record } });
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.project });
    }
  };
}
