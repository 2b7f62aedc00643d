/** How much of what is recorded is kept. */
import { type AnswerOf, recordingKeep, recordingKeepPreview, recordingKeepSave } from "@hubwart/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";

export type KeepPreview = AnswerOf<typeof recordingKeepPreview>;
export interface Keep {
  days: number;
  bytes: number;
}

const KEY = ["stores", "keep"];

export const keepQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => callWithEtag(recordingKeep, { signal }),
  staleTime: 0,
});

export const keepPreviewQuery = ({ bytes, days }: Keep) =>
  queryOptions({
    queryKey: [...KEY, "preview", days, bytes],
    queryFn: ({ signal }) =>
      callApi(recordingKeepPreview, { query: { days: String(days), bytes: String(bytes) }, signal }),
    staleTime: 0,
    retry: false,
  });

export function useKeepSave(): (
  keep: Keep & { deletes: number },
  ifMatch: string | undefined,
) => Promise<unknown> {
  const client = useQueryClient();
  return async (body, ifMatch) => {
    try {
      return await callApi(recordingKeepSave, { body, ifMatch });
    } finally {
      await client.invalidateQueries({ queryKey: ["stores"] });
    }
  };
}
