/** Why a channel has the value it has. */
import { traceWhy } from "@hubwart/contract";
import { queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** A cause may come and go at any time, and nobody tells it. */
const AGAIN = 5_000;

export const whyQuery = (chan: string) =>
  queryOptions({
    queryKey: [...queryKeys.why, chan],
    queryFn: ({ signal }) => callApi(traceWhy, { query: { chan }, signal }),
    refetchInterval: AGAIN,
  });
