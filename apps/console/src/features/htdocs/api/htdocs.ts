/** Requests of the public files. */
import { type AnswerOf, htdocsClean, htdocsFiles, htdocsUpload } from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { uploadFile } from "../../../api/upload.ts";

const HTDOCS = ["htdocs"];

export type PublicFile = AnswerOf<typeof htdocsFiles>["files"][number];

export function useHtdocs() {
  return useQuery({ queryKey: HTDOCS, queryFn: ({ signal }) => callApi(htdocsFiles, { signal }) });
}

function useHtdocsChange<T, R>(change: (input: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: HTDOCS }),
  });
}

export const useHtdocsUpload = () =>
  useHtdocsChange((input: { file: File }) => uploadFile(htdocsUpload, input));
export const useHtdocsClean = () => useHtdocsChange(() => callApi(htdocsClean, {}));

/** Where a file is served. */
export const addressOfFile = (name: string): string =>
  `/opt/${name.split("/").map(encodeURIComponent).join("/")}`;
