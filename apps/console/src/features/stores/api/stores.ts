/** Requests of the retained values and recorded days. */
import { type AnswerOf, lakeDownload, lakeFiles, poolFiles, storeRestore } from "@hubwart/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";

export type StoreName = "pool" | "lake";
export type StoreFile = AnswerOf<typeof poolFiles>["files"][number];

const STORES = ["stores"];
/** The hub restarts meanwhile. */
const TIMEOUT = 120_000;

export type Room = AnswerOf<typeof lakeFiles>["room"];

interface Store {
  files: readonly StoreFile[];
  /** Of the recorded days. */
  room?: Room;
}

export const storeQuery = (store: StoreName) =>
  queryOptions({
    queryKey: [...STORES, store],
    queryFn: ({ signal }): Promise<Store> => callApi(store === "pool" ? poolFiles : lakeFiles, { signal }),
    staleTime: 0,
  });

export function useStoreRestore(store: StoreName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: string) =>
      callApi(storeRestore, { params: { store }, query: { file }, timeout: TIMEOUT }),
    onSettled: () => client.invalidateQueries({ queryKey: STORES }),
  });
}

export const downloadDay = (file: string): Promise<void> => downloadWithTicket(lakeDownload.path, { file });
