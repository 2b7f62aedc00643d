/** Pages and the pictures of plans. */
import {
  type AnswerOf,
  LIMITS,
  pageList,
  pageLook,
  panelLook,
  panelPlan,
  planDelete,
  planFile,
  planFiles,
  planUpload,
  scheduleLook,
} from "@hubwart/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { uploadFile } from "../../../api/upload.ts";
import { usePanelMode } from "../../../lib/panel-mode.ts";

export type PageLook = AnswerOf<typeof pageLook>;
/** Of a schedule. */
export type Plan = AnswerOf<typeof scheduleLook>["rows"][number];
export type Block = PageLook["blocks"][number];

/** ms. */
const PANEL_POLL = 10_000;
const plansKey = ["plans"] as const;

export const usePages = () =>
  useQuery({
    queryKey: [...queryKeys.project, "pages"],
    queryFn: ({ signal }) => callApi(pageList, { signal }),
  });

export const pageQuery = (page: string) =>
  queryOptions({
    queryKey: [...queryKeys.project, "pages", page],
    queryFn: ({ signal }) => callApi(pageLook, { query: { page }, signal }),
  });

export const usePlans = () =>
  useQuery({ queryKey: [...plansKey, "list"], queryFn: ({ signal }) => callApi(planFiles, { signal }) });

/** The picture as an address. */
export function usePlan(file: string) {
  const call = usePanelMode() ? panelPlan : planFile;
  return useQuery({
    queryKey: [...plansKey, "file", file],
    queryFn: async ({ signal }) => {
      const { data, type } = await callApi(call, { query: { file }, signal });
      return `data:${type};base64,${data}`;
    },
  });
}

/** What a wall panel shows. Renewed by itself: another project may have another page, and the link may be over. */
export const panelQuery = queryOptions({
  queryKey: [...queryKeys.project, "pages", "of panel"],
  queryFn: ({ signal }) => callApi(panelLook, { signal }),
  refetchInterval: PANEL_POLL,
  refetchIntervalInBackground: true,
  retry: false,
});

export function usePlanActions() {
  const client = useQueryClient();
  const renewed = async <T>(done: Promise<T>): Promise<T> => {
    try {
      return await done;
    } finally {
      void client.invalidateQueries({ queryKey: plansKey });
    }
  };
  return {
    upload: (file: File) => renewed(uploadFile(planUpload, { file })),
    remove: (file: string) => renewed(callApi(planDelete, { body: { file } })),
  };
}

/** By the clock alone, so that it is asked for anew. */
export const useSchedule = (chan: string) =>
  useQuery({
    queryKey: [...queryKeys.project, "schedules", "of", chan],
    queryFn: async ({ signal }) => {
      const { rows } = await callApi(scheduleLook, {
        query: { text: chan, limit: LIMITS.schedulesMost },
        signal,
      });
      return rows.find((row) => row.chan === chan) ?? null;
    },
    refetchInterval: LIMITS.statusPoll,
    staleTime: 0,
  });
