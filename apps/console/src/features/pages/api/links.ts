/** Links that show one page on a wall panel. */
import { type BodyInput, pageLinkCreate, pageLinkRevoke, pageLinks } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";

const KEY = [...queryKeys.project, "page-links"];

export type NewLink = BodyInput<typeof pageLinkCreate>;

export const usePageLinks = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(pageLinks, { signal }) });

export function useLinkActions() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: KEY });
  return {
    create: (body: NewLink) => callApi(pageLinkCreate, { body }).finally(reload),
    revoke: (id: string) => callApi(pageLinkRevoke, { body: { id } }).finally(reload),
  };
}
