/** An area of the plant: asked for every 10 s, while its values come by the event stream. */
import { type AnswerOf, LIMITS, traceArea } from "@hubwart/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { fitsStream } from "../../../api/channel-values.ts";
import { callApi } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useStream, useStreamEvents } from "../../../api/use-stream.ts";
import { createValueStore, type DataRecord, type ValueStore } from "../../../lib/value-store.ts";

export type AreaLook = AnswerOf<typeof traceArea>;
export type Area = AreaLook["areas"][number];
export type AreaPoint = AreaLook["points"][number];

/** Counts of an area change by what nobody looks at, too. */
const AGAIN = 10_000;

/** `area`: "" is the whole plant. */
export function useArea(area: string, project: string) {
  const connected = useStream(["project"]);
  const [store] = useState(() => createValueStore(""));
  const query = useQuery({
    queryKey: [...queryKeys.project, "area", area, project],
    queryFn: async ({ client, queryKey, signal }) => {
      const asked = { ...(area === "" ? {} : { area }), project };
      const look = await callApi(traceArea, { query: asked, signal });
      // What was known stays while the hub is away, which the top of the page says.
      return (look.away ? client.getQueryData<AreaLook>(queryKey) : undefined) ?? look;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (connected && state.data?.away !== true ? AGAIN : LIMITS.watchlistPoll),
  });
  const { data } = query;
  // The same list as long as the same channels are shown, or the stream would begin anew with each answer.
  const names = data?.records.map(({ chan }) => chan).join();
  const chans = useMemo(() => (names ? names.split(",") : []), [names]);
  useEffect(() => {
    if (data) store.load(data.records);
  }, [store, data]);
  useStreamEvents(fitsStream(chans) ? { topics: ["trace"], filter: chans } : undefined, (topic, event) => {
    if (topic === "trace" && "entries" in (event as object))
      store.change((event as { entries: DataRecord[] }).entries);
  });
  return { query, store };
}

export type { ValueStore };
