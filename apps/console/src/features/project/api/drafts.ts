/** Drafts of the project: the list, one of them, and the steps done to it. */
import {
  type AnswerOf,
  type BodyInput,
  draftConnection,
  draftCreate,
  draftDelete,
  draftExport,
  draftImport,
  draftList,
  draftMerge,
  draftMergeRead,
  draftPublish,
  draftRead,
  draftSave,
  draftSteps,
  LIMITS,
  luaCheck,
  luaFiles,
} from "@hubwart/contract";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { projectKeys, queryKeys } from "../../../api/query-keys.ts";
import { uploadFile } from "../../../api/upload.ts";
import type { RunAnswer } from "../run/run-state.ts";
import { resultOf } from "./run-project.ts";

export type DraftHead = AnswerOf<typeof draftList>["drafts"][number];
export type DraftContent = AnswerOf<typeof draftRead>;

const listKey = [...queryKeys.project, "drafts"];
const listQuery = queryOptions({
  queryKey: listKey,
  queryFn: ({ signal }) => callApi(draftList, { signal }),
});
export const useDrafts = () => useQuery(listQuery);

/** ms; a draft of 100,000 rows on a slow line. */
const READ_TIMEOUT = 120_000;

/**
 * Read once; what comes later, the editor asks for step by step. Static: a renewed session asks for everything again, and a
 * second reading would begin the editor anew under the hands of whoever types.
 */
export const useDraft = (id: string) =>
  useQuery({
    queryKey: ["drafts", id],
    queryFn: ({ signal }) => callApi(draftRead, { params: { id }, signal, timeout: READ_TIMEOUT }),
    staleTime: "static",
    gcTime: 0,
    retry: false,
  });

/** The same ones for as long as the page is there. */
export function useDraftActions() {
  const client = useQueryClient();
  return useMemo(() => draftActions(client), [client]);
}

function draftActions(client: QueryClient) {
  async function told<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      void client.invalidateQueries({ queryKey: listKey });
    }
  }
  return {
    create: (body: BodyInput<typeof draftCreate>) =>
      told(callApi(draftCreate, { body, timeout: READ_TIMEOUT })),
    /** Without a name it gets the file's. */
    open: (file: File, name: string, pwd: string) => {
      const fields = { ...(name === "" ? {} : { name }), ...(pwd === "" ? {} : { pwd }) };
      return told(uploadFile(draftImport, { file, fields }));
    },
    rename: (id: string, name: string) => told(callApi(draftSave, { params: { id }, body: { name } })),
    remove: (id: string) => told(callApi(draftDelete, { params: { id } })),
    /** Whether there is such a draft at this moment. */
    exists: async (id: string) => {
      const { drafts } = await client.fetchQuery({ ...listQuery, staleTime: 0 });
      return drafts.some((draft) => draft.id === id);
    },
  };
}

export const sendSteps = (id: string, body: BodyInput<typeof draftSteps>) =>
  callApi(draftSteps, { params: { id }, body, timeout: READ_TIMEOUT });

/** Whether it compiles, as the device says. */
export const checkScript = (file: string, source: string, signal: AbortSignal) =>
  callApi(luaCheck, { body: { file, source, alone: true }, signal, timeout: CONNECTION_MS });

/** Names of the scripts that are uploaded beside the project. */
export const useUploadedScripts = () =>
  useQuery({
    queryKey: [...queryKeys.project, "scripts"],
    queryFn: ({ signal }) => callApi(luaFiles, { signal }),
    select: ({ files }) => files.filter(({ uploaded }) => uploaded).map(({ filename }) => filename),
  });

/** As long as the device may take, and a moment more. */
const CONNECTION_MS = 35_000;

export const tryConnection = (id: string, row: string) =>
  callApi(draftConnection, { params: { id }, body: { row }, timeout: CONNECTION_MS });

export const newSteps = async (id: string, since: number) =>
  (await callApi(draftRead, { params: { id }, query: { since } })).entries;

export type DraftComparison = AnswerOf<typeof draftMergeRead>;
export type DraftConflict = DraftComparison["conflicts"][number];

/** What the running project and the draft both changed since the draft began. */
export const compareDraft = (id: string): Promise<DraftComparison> =>
  callApi(draftMergeRead, { params: { id }, timeout: READ_TIMEOUT });

export const mergeDraft = (id: string, body: BodyInput<typeof draftMerge>) =>
  callApi(draftMerge, { params: { id }, body, timeout: READ_TIMEOUT });

/** The answer comes when the hub runs, or does not, with the version. */
const RUN_TIMEOUT = (LIMITS.uploadWaitSeconds + 30) * 1_000;

export interface PublishWish {
  seq: number;
  note?: string;
  replace?: boolean;
}

/** Rejects where the draft was not judged at all. */
export async function runDraft(
  id: string,
  action: "check" | "publish",
  body: PublishWish,
): Promise<RunAnswer> {
  try {
    return await callApi(draftPublish, { params: { id, action }, body, timeout: RUN_TIMEOUT });
  } catch (error) {
    const result = resultOf(error);
    if ("answer" in result) return result.answer;
    throw error;
  }
}

export function useProjectRenewed(): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of projectKeys) void client.invalidateQueries({ queryKey });
  };
}

export const downloadDraft = (id: string): Promise<void> =>
  downloadWithTicket(draftExport.path.replace("{id}", encodeURIComponent(id)));
