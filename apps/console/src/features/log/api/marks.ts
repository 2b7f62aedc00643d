/** Starts of the device and the hub, and new versions of the project, over the last 7 days. */
import { historyMarks } from "@hubwart/contract";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

const FRESH = 30_000;

/** The newest first. */
export function useMarks() {
  return useQuery({
    queryKey: ["log", "marks"],
    queryFn: async ({ signal }) =>
      (await callApi(historyMarks, { signal })).marks
        .filter(({ kind }) => kind !== "pod")
        .toSorted((a, b) => b.ts - a.ts),
    staleTime: FRESH,
  });
}
