/** Restoring a backup: open one, look into it, start, ask how it went. All but the first two also without a session. */
import {
  type AnswerOf,
  type BodyInput,
  restoreChanges,
  restoreFiles,
  restoreLook,
  restoreOpen,
  restoreResult,
  restoreStart,
  restoreUpload,
} from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { uploadFile } from "../../../api/upload.ts";

export type Opened = AnswerOf<typeof restoreUpload>;
export type Look = AnswerOf<typeof restoreLook>;
export type Changes = AnswerOf<typeof restoreChanges>;
export type RestoreResult = AnswerOf<typeof restoreResult>;

/** Fetching from a slow server, and proving the password, may take their time; ms. */
const FETCH_TIMEOUT = 6 * 3_600_000;
const LOOK_TIMEOUT = 60_000;
const COMPARE_TIMEOUT = 240_000;

export const useTargetFiles = () =>
  useQuery({
    queryKey: ["backup", "target"],
    queryFn: ({ signal }) => callApi(restoreFiles, { signal, timeout: LOOK_TIMEOUT }),
    retry: false,
    staleTime: 0,
  });

export const openBackup = (source: "device" | "ftp", file: string): Promise<Opened> =>
  callApi(restoreOpen, { body: { source, file }, timeout: FETCH_TIMEOUT });
export const uploadBackup = (
  file: File,
  onProgress: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<Opened> => uploadFile(restoreUpload, { file, onProgress, signal });
export const lookInto = (id: string, pwd: string): Promise<Look> =>
  callApi(restoreLook, { body: { id, ...(pwd === "" ? {} : { pwd }) }, timeout: LOOK_TIMEOUT });
/** What it would change, as far as that can be told. */
export const useChanges = (id: string, pwd: string) =>
  useQuery({
    queryKey: ["backup", "changes", id],
    queryFn: ({ signal }) =>
      callApi(restoreChanges, {
        body: { id, ...(pwd === "" ? {} : { pwd }) },
        signal,
        timeout: COMPARE_TIMEOUT,
      }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
export const startRestore = (body: BodyInput<typeof restoreStart>) =>
  callApi(restoreStart, { body, timeout: LOOK_TIMEOUT });
export const resultOf = (id: string): Promise<RestoreResult> => callApi(restoreResult, { query: { id } });
