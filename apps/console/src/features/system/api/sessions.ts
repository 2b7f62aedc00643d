/** Who is signed in. The list is asked anew while it is looked at; asking keeps nobody signed in. */
import { sessionEnd, sessionEndOthers, sessionList } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

const KEY = ["system", "sessions"];
const EVERY_MS = 15_000;

export const useSessions = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(sessionList, { signal }),
    refetchInterval: EVERY_MS,
  });

export function useSessionActions() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: KEY });
  return {
    end: (id: string) => callApi(sessionEnd, { body: { id } }).finally(reload),
    endOthers: () => callApi(sessionEndOthers, { body: {} }).finally(reload),
  };
}
