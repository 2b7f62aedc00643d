/** Records of channels: a page of a filter's matches, named ones, or all matches for an export. */
import { LIMITS, traceGet, tracePost } from "@hubwart/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { type DataRecord, isData } from "../model/records.ts";
import type { Filter, Order } from "../model/search.ts";

export interface ChannelQuestion {
  filter: Filter;
  /** From 1. */
  page: number;
  order?: Order | undefined;
  desc?: true | undefined;
}

export interface ChannelAnswer {
  records: readonly DataRecord[];
  total: number;
}

interface Part {
  order?: Order;
  desc?: true;
  offset?: number;
  limit?: number;
}

const DATA = { name: "data" } as const;
export const traceKey = [...queryKeys.project, "trace"] as const;
const MOST_EXPORTED = 100_000;

/** What a person typed and no name yet: found in labels too. */
const isWord = (name: string): boolean => name.startsWith("*") && name.endsWith("*");

/** GET where one entry says it all, POST for more: an address has limits. */
async function ask({ names, tags }: Filter, part: Part, signal?: AbortSignal): Promise<ChannelAnswer> {
  const options = { params: DATA, ...(signal ? { signal } : {}) };
  if (names.length + tags.length > 1 || names.some(isWord)) {
    const body = { filter: [...names], tags: [...tags], details: true, labels: true, ...part };
    return answerOf(await callApi(tracePost, { ...options, body }));
  }
  const { desc, ...rest } = part;
  const query = {
    ...rest,
    details: "1" as const,
    ...(desc ? { desc: "1" as const } : {}),
    ...(names.length > 0 ? { filter: [...names] } : {}),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  };
  return answerOf(await callApi(traceGet, { ...options, query }));
}

function answerOf({ entries, total }: Awaited<ReturnType<typeof callApi<typeof tracePost>>>): ChannelAnswer {
  return { records: entries.filter(isData), total };
}

const orderOf = ({ order, desc }: ChannelQuestion) => ({
  ...(order ? { order } : {}),
  ...(desc ? { desc } : {}),
});

export const channelsQuery = (question: ChannelQuestion) =>
  queryOptions({
    queryKey: [...traceKey, "channels", question],
    queryFn: ({ signal }) =>
      ask(
        question.filter,
        {
          ...orderOf(question),
          offset: (question.page - 1) * LIMITS.tracePage,
          limit: LIMITS.tracePage,
        },
        signal,
      ),
    refetchInterval: LIMITS.watchlistPoll,
    placeholderData: keepPreviousData,
    // What another view showed may be old: a view that is opened loads anew.
    staleTime: 0,
  });

/** Every match in the order shown, for an export. */
export const allChannels = async (question: ChannelQuestion): Promise<readonly DataRecord[]> =>
  (await ask(question.filter, { ...orderOf(question), limit: MOST_EXPORTED })).records;

export const watchedQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: [...traceKey, "watched", names],
    queryFn: ({ signal }) => ask({ names, tags: [] }, {}, signal),
    enabled: names.length > 0,
    refetchInterval: LIMITS.watchlistPoll,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
