/** Requests of the constants. */
import {
  type AnswerOf,
  basketChanges,
  basketClean,
  basketCompile,
  basketFile,
  basketFiles,
  basketSave,
  CODES,
} from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { ApiError } from "../../../lib/errors.ts";

const CONSTANTS = [...queryKeys.project, "constants"];
/** The hub may take a minute to be judged, after the project was compiled. */
const ACTIVATION_MS = 150_000;

export type Collection = AnswerOf<typeof basketFiles>["files"][number];
export type ConstantRow = AnswerOf<typeof basketFile>["rows"][number];
export type Change = AnswerOf<typeof basketChanges>["changes"][number];
export type Compiled = Pick<AnswerOf<typeof basketCompile>, "restart" | "errors"> & {
  code: number;
  message?: string | undefined;
};

export const useCollections = () =>
  useQuery({
    queryKey: [...CONSTANTS, "files"],
    queryFn: ({ signal }) => callApi(basketFiles, { signal }),
  });

const collectionKey = (file: string) => [...CONSTANTS, "file", file];

export const useCollection = (file: string) =>
  useQuery({
    queryKey: collectionKey(file),
    queryFn: ({ signal }) => callWithEtag(basketFile, { signal, query: { file } }),
  });

/** Asked while the dialog is open, and anew each time. */
export const useChanges = () =>
  useQuery({
    queryKey: [...CONSTANTS, "changes"],
    queryFn: ({ signal }) => callApi(basketChanges, { signal }),
    gcTime: 0,
  });

export function useSaveCollection(file: string) {
  const client = useQueryClient();
  const queryKey = collectionKey(file);
  const save = useMutation({
    mutationFn: ({
      rows,
      ifMatch,
    }: {
      rows: { channel: string; value: unknown }[];
      ifMatch?: string | undefined;
    }) => callApi(basketSave, { query: { file }, body: { rows }, ifMatch }),
    onSuccess: () => client.invalidateQueries({ queryKey: CONSTANTS }),
  });
  return {
    ...save,
    /** As it is stored now. */
    latest: async () => {
      await client.invalidateQueries({ queryKey });
      return client.getQueryData<{ data: AnswerOf<typeof basketFile>; etag: string | undefined }>(queryKey);
    },
  };
}

/** What does not fit is a result as well; everything else that fails is thrown. */
async function activate(): Promise<Compiled> {
  try {
    return await callApi(basketCompile, { timeout: ACTIVATION_MS });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code < 1_000 || error.code === CODES.noProject) throw error;
    const { errors, restart, message } = error.answer as Partial<Compiled>;
    return { code: error.code, restart: restart ?? false, errors: errors ?? [], message: message ?? "" };
  }
}

function useConstantsChange<R>(change: () => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: CONSTANTS }),
  });
}
export const useActivate = () => useConstantsChange(activate);
export const useClean = () => useConstantsChange(() => callApi(basketClean, {}));
