/** Requests of the hand-over of recorded values to a database. */
import {
  type AnswerOf,
  type BodyInput,
  LIMITS,
  lakeExport,
  lakeExportSave,
  lakeExportStatus,
  lakeExportTest,
} from "@hubwart/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export type ExportValues = BodyInput<typeof lakeExportSave>;
export type StoredExport = Stored<AnswerOf<typeof lakeExport>>;
export type ExportStatus = AnswerOf<typeof lakeExportStatus>;

const STATUS = ["stores", "export-status"];
/** A database may take its time to answer. */
const TEST_TIMEOUT = 30_000;

export const exportQuery = queryOptions({
  queryKey: ["stores", "export"],
  queryFn: ({ signal }): Promise<StoredExport> => callWithEtag(lakeExport, { signal }),
});

export const exportBody = lakeExportSave.body;

export const saveExport = (body: ExportValues, ifMatch: string | undefined): Promise<unknown> =>
  callApi(lakeExportSave, { body, ifMatch });

export const useExportStatus = () =>
  useQuery({
    queryKey: STATUS,
    queryFn: ({ signal }) => callApi(lakeExportStatus, { signal }),
    refetchInterval: LIMITS.watchlistPoll,
  });

export function useExportTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(lakeExportTest, { body: {}, timeout: TEST_TIMEOUT }),
    onSettled: () => client.invalidateQueries({ queryKey: STATUS }),
  });
}
