/** Requests of the scripts' screens. */
import {
  type AnswerOf,
  luaCheck,
  luaCompile,
  luaDelete,
  luaFile,
  luaFiles,
  luaSave,
  luaSettings,
  luaSettingsSave,
  luaState,
  luaTrial,
  luaTrialLook,
  luaTrialStop,
  luaUpload,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { uploadFile } from "../../../api/upload.ts";

export type ScriptFile = AnswerOf<typeof luaFiles>["files"][number];
export type ScriptStatus = AnswerOf<typeof luaState>["scripts"][number];
export type TrialEvent = AnswerOf<typeof luaTrialLook>["events"][number];

export type Hosts = AnswerOf<typeof luaSettings>;

const SCRIPTS = ["resources", "scripts"];
const STATES = [...SCRIPTS, "state"];
export const HOSTS = [...SCRIPTS, "hosts"];
/** A project brings scripts of its own. */
const FILES = [...queryKeys.project, "scripts"];
const STATE_POLL = 5_000;
/** While one of them is being started. */
const START_POLL = 1_000;
const TRIAL_POLL = 1_000;
const TRIAL_SECONDS = 600;

export const useScripts = () =>
  useQuery({ queryKey: FILES, queryFn: ({ signal }) => callApi(luaFiles, { signal }) });

export const useScriptStates = () =>
  useQuery({
    queryKey: STATES,
    queryFn: ({ signal }) => callApi(luaState, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.scripts.some((script) => script.state === "starting") ? START_POLL : STATE_POLL,
  });

export type Source = AnswerOf<typeof luaFile>;
export const scriptKey = (file: string) => [...SCRIPTS, "file", file];

export const useScript = (file: string) =>
  useQuery({
    queryKey: scriptKey(file),
    queryFn: ({ signal }) => callWithEtag(luaFile, { query: { file }, signal }),
    // What is being edited is not replaced behind one's back.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useHosts = () =>
  useQuery({
    queryKey: HOSTS,
    queryFn: ({ signal }) => callWithEtag(luaSettings, { signal }),
    refetchOnWindowFocus: false,
  });

export const useTrial = (running: boolean) =>
  useQuery({
    queryKey: [...SCRIPTS, "trial"],
    queryFn: ({ signal }) => callApi(luaTrialLook, { query: {}, signal }),
    enabled: running,
    refetchInterval: ({ state }) => (state.data?.over ? false : TRIAL_POLL),
    gcTime: 0,
  });

export function useScriptActions() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: FILES });
  return {
    upload: (file: File) => uploadFile(luaUpload, { file }).finally(reload),
    save: (file: string, source: string, ifMatch: string | undefined) =>
      callApi(luaSave, { body: { file, source }, ifMatch }).finally(reload),
    remove: (file: string) => callApi(luaDelete, { query: { file } }).finally(reload),
    check: (file: string, source: string) => callApi(luaCheck, { body: { file, source } }),
    activate: () =>
      callApi(luaCompile, {}).finally(() => {
        reload();
        void client.invalidateQueries({ queryKey: STATES });
      }),
    saveHosts: (hosts: string[], ifMatch: string | undefined) =>
      callApi(luaSettingsSave, { body: { hosts }, ifMatch }).finally(reload),
    startTrial: async (file: string, source: string) => {
      await callApi(luaTrial, { body: { file, source, seconds: TRIAL_SECONDS } });
      await client.resetQueries({ queryKey: [...SCRIPTS, "trial"] });
    },
    stopTrial: () => callApi(luaTrialStop, {}),
  };
}
