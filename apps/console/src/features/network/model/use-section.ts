/** The edit of one form of the page, and the query of what is stored. */
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Edit, type Stored, useEdit } from "../../../lib/use-edit.ts";
import { testQuery } from "../api/network-test.ts";
import type { Restart } from "../api/settings.ts";
import type { Section } from "./sections.ts";

export interface SectionState<D, V> {
  query: Pick<UseQueryResult<Stored<D>>, "data" | "error" | "refetch">;
  dirty: boolean;
  reset: () => void;
  edit: (stored: Stored<D>) => Edit<D, V>;
}

export function useSection<D, V extends object>(
  { name, read, ...section }: Section<D, V>,
  onSaved: (restart: Restart, data: D) => void,
  enabled = true,
): SectionState<D, V> {
  const client = useQueryClient();
  const queryKey = ["network", name];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => read(signal), enabled });
  const edit = useEdit<D, V, { restart: Restart }>({
    ...section,
    form: `network.${name}`,
    queryKey,
    onSaved: ({ restart }, data) => onSaved(restart, data),
    // The conflict may be with a network test that somebody else started.
    onConflict: () => void client.invalidateQueries({ queryKey: testQuery.queryKey }),
  });
  return { query, edit, reset: edit.reset, dirty: query.data !== undefined && edit(query.data).dirty };
}
