/** The backups: how the last one ended, which are kept, and the settings. */
import {
  type AnswerOf,
  type BodyInput,
  backupConfig,
  backupConfigSave,
  backupDelete,
  backupDownload,
  backupRun,
  backupState,
  LIMITS,
} from "@hubwart/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";

export type BackupState = AnswerOf<typeof backupState>;
export type BackupConfig = AnswerOf<typeof backupConfig>;
export type BackupConfigInput = BodyInput<typeof backupConfigSave>;

/** While a backup runs its end is looked for, ms. */
const RUNNING_POLL = 2_000;

export const stateQuery = queryOptions({
  queryKey: ["backup", "state"],
  queryFn: ({ signal }) => callApi(backupState, { signal }),
  refetchInterval: ({ state }) => (state.data?.active ? RUNNING_POLL : LIMITS.statusPoll),
});
export const useBackupState = () => useQuery(stateQuery);

export const configQuery = queryOptions({
  queryKey: ["backup", "config"],
  queryFn: ({ signal }) => callWithEtag(backupConfig, { signal }),
});
export const useBackupConfig = () => useQuery(configQuery);

export const saveConfig = (body: BackupConfigInput, ifMatch: string | undefined) =>
  callApi(backupConfigSave, { body, ifMatch });
export const runBackup = () => callApi(backupRun);
export const removeBackup = (file: string) => callApi(backupDelete, { query: { file } });
export const downloadBackup = (file: string) => downloadWithTicket(backupDownload.path, { file });
