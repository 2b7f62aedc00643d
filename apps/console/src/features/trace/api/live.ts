/** New values of the channels that are shown, pushed by the event stream into the cache of a query. */
import { useQueryClient } from "@tanstack/react-query";
import { fitsStream } from "../../../api/channel-values.ts";
import { useStream, useStreamEvents } from "../../../api/use-stream.ts";
import { type DataRecord, isData, mergeRecords } from "../model/records.ts";
import type { ChannelAnswer } from "./channels.ts";

const NO_RECORDS: readonly DataRecord[] = [];

/** False while the values are only polled: the stream is down, or the names are too long for it. */
export function useLiveChannels(
  queryKey: readonly unknown[],
  records: readonly DataRecord[] = NO_RECORDS,
): boolean {
  const client = useQueryClient();
  const connected = useStream(["project"]);
  const filter = records.map(({ chan }) => chan).sort();
  const fits = fitsStream(filter);
  useStreamEvents(fits ? { topics: ["trace"], filter } : undefined, (topic, event) => {
    if (topic !== "trace") return;
    const news = (event as { entries: Parameters<typeof isData>[0][] }).entries.filter(isData);
    client.setQueryData<ChannelAnswer>(queryKey, (known) => {
      if (!known) return known;
      const merged = mergeRecords(known.records, news);
      return merged === known.records ? known : { ...known, records: merged };
    });
  });
  return connected && fits;
}
