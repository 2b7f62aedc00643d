/** Requests of the imported calendars. */
import {
  type AnswerOf,
  type BodyInput,
  calendarSourceFetch,
  calendarSourceRemove,
  calendarSourceSave,
  calendarSources,
  calendarSourceUpload,
  LIMITS,
} from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { uploadFile } from "../../../api/upload.ts";

export type Source = AnswerOf<typeof calendarSources>["sources"][number];
export type SourceBody = BodyInput<typeof calendarSourceSave>;

const SCHEDULES = [...queryKeys.project, "schedules"];
const SOURCES = [...SCHEDULES, "sources"];

export const useSources = () =>
  useQuery({
    queryKey: SOURCES,
    queryFn: ({ signal }) => callWithEtag(calendarSources, { signal }),
    refetchInterval: LIMITS.statusPoll,
  });

/** A server may take its time, and redirect. */
const FETCH_MS = 100_000;

export function useSourceActions() {
  const client = useQueryClient();
  const fresh = () => client.invalidateQueries({ queryKey: SCHEDULES });
  const act = <T, R>(mutationFn: (input: T) => Promise<R>) => ({ mutationFn, onSettled: fresh });
  const save = useMutation(
    act((input: { body: SourceBody; ifMatch: string | undefined }) =>
      callApi(calendarSourceSave, { ...input, timeout: FETCH_MS }),
    ),
  );
  const reload = useMutation(
    act((id: string) => callApi(calendarSourceFetch, { body: { id }, timeout: FETCH_MS })),
  );
  const remove = useMutation(act((id: string) => callApi(calendarSourceRemove, { body: { id } })));
  const read = useMutation(
    act(({ file, id, priority }: { file: File; id: string; priority: number }) =>
      uploadFile(calendarSourceUpload, { file, fields: { id, priority: String(priority) } }),
    ),
  );
  return {
    save,
    reload,
    remove,
    read,
    latest: async () => {
      await client.invalidateQueries({ queryKey: SOURCES });
      return client.getQueryData<{ data: AnswerOf<typeof calendarSources>; etag: string | undefined }>(
        SOURCES,
      );
    },
  };
}
