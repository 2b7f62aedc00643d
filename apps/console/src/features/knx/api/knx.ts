/** Requests of the KNX interfaces. */
import {
  type AnswerOf,
  type BodyInput,
  knxDebugLog,
  knxDebugMode,
  knxInfo,
  knxInterfaces,
  knxKeyring,
  knxKeyringDelete,
  knxRestart,
  knxSearch,
  knxSend,
  knxTelegrams,
  LIMITS,
} from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { uploadFile } from "../../../api/upload.ts";

const KNX = ["knx"];

export type KnxInterface = AnswerOf<typeof knxInterfaces>["interfaces"][number];
export type KnxInfo = AnswerOf<typeof knxInfo>;
export type Mode = KnxInfo["debug"];
export type FoundDevice = AnswerOf<typeof knxSearch>["devices"][number];
export type Telegram = AnswerOf<typeof knxTelegrams>["telegrams"][number];

export function useKnxInterfaces() {
  return useQuery({
    queryKey: [...KNX, "interfaces"],
    queryFn: ({ signal }) => callApi(knxInterfaces, { query: {}, signal }),
    refetchInterval: LIMITS.watchlistPoll,
  });
}

/** Longer than the device searches. */
const SEARCH_MS = 15_000;

export const useKnxSearch = () =>
  useMutation({ mutationFn: () => callApi(knxSearch, { timeout: SEARCH_MS }) });

export function useKnxInfo(iface: string) {
  return useQuery({
    queryKey: [...KNX, "info", iface],
    queryFn: ({ signal }) => callApi(knxInfo, { query: { iface }, signal }),
    refetchInterval: LIMITS.watchlistPoll,
  });
}

function useKnxChange<T, R>(change: (input: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: KNX }) });
}

/** The password goes in the form, never into the address. */
export const useKeyringUpload = (iface: string) =>
  useKnxChange(({ file, pwd }: { file: File; pwd: string }) =>
    uploadFile(knxKeyring, { query: { iface }, file, fields: { pwd } }),
  );

export const useKeyringRemove = (iface: string) =>
  useKnxChange(() => callApi(knxKeyringDelete, { query: { iface } }));

export const useDebugMode = (iface: string) =>
  useKnxChange((mode: Mode) => callApi(knxDebugMode, { query: { iface, mode } }));

export const useKnxRestart = (iface: string) => useKnxChange(() => callApi(knxRestart, { query: { iface } }));

export const downloadLog = (iface: string, file: string) =>
  downloadWithTicket(knxDebugLog.path, { iface, file });

export const readTelegrams = (iface: string, after: number, signal: AbortSignal) =>
  callApi(knxTelegrams, { query: { iface, after: `${after}` }, signal });

export const sendTelegram = (body: BodyInput<typeof knxSend>) => callApi(knxSend, { body });
