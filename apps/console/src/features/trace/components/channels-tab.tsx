/** Channels that match names and tags, a page at a time, with their values as they change. */

import { channelWrite, LIMITS } from "@hubwart/contract";
import { IconPencil, IconStar, IconStarFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useMay } from "../../../api/info.ts";
import { DownloadButton } from "../../../components/download-button.tsx";
import { Pager } from "../../../components/pager.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { zoneNote } from "../../../lib/zone.ts";
import { traceTexts } from "../../../texts/index.ts";
import { allChannels, channelsQuery } from "../api/channels.ts";
import { useLiveChannels } from "../api/live.ts";
import { channelsCsv } from "../model/csv.ts";
import type { DataRecord } from "../model/records.ts";
import { filterOf, isEmpty, type TraceSearch, withOrder, withPage } from "../model/search.ts";
import { NameCell, ReasonedQualityCell, RowAction, TagsCell, TimeCell, ValueCell } from "./cells.tsx";
import { LiveBadge } from "./live-badge.tsx";
import { NoProject } from "./no-project.tsx";
import classes from "./record-table.module.css";
import { type RecordColumn, RecordTable } from "./record-table.tsx";
import bar from "./toolbar.module.css";
import { useWatchlist, type Watchlist } from "./use-watchlist.ts";
import { WriteDialog } from "./write-dialog.tsx";

const texts = traceTexts.channels;

export interface TabProps {
  search: TraceSearch;
  onSearch: (search: TraceSearch) => void;
  /** Opens the details of a channel. */
  onOpen: (chan: string) => void;
}

/** All channels where nothing is asked for. */
export function ChannelsTab({ search, onSearch, onOpen }: TabProps) {
  const { page = 1, order, desc } = search;
  const question = { filter: filterOf(search), page, order, desc };
  const options = channelsQuery(question);
  const query = useQuery(options);
  const live = useLiveChannels(options.queryKey, query.data?.records);
  const watchlist = useWatchlist();
  const [writing, setWriting] = useState<DataRecord>();
  const columns = useColumns(watchlist, setWriting, onOpen);

  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / LIMITS.tracePage));
  const shown = Math.min(page, pages);
  const exportAll = async (): Promise<void> =>
    saveFile(traceTexts.csv.filename, channelsCsv(await allChannels(question)), "text/csv");

  const all = isEmpty(question.filter);
  if (all && watchlist.project === undefined && query.data?.total === 0) return <NoProject />;
  return (
    <QueryState
      query={query}
      empty={({ total }) => total === 0}
      emptyState={all ? { title: texts.noneAtAll } : { title: texts.none, text: texts.noneText }}
    >
      {({ records, total }) => (
        <>
          <div className={bar["bar"]}>
            <output className={bar["count"]}>{texts.total(total)}</output>
            <LiveBadge live={live} />
            <div className={bar["end"]}>
              <DownloadButton size="xs" start={exportAll}>
                {traceTexts.csv.button}
              </DownloadButton>
            </div>
          </div>
          <RecordTable
            label={traceTexts.tabs.channels}
            records={records}
            columns={columns}
            order={order}
            desc={desc}
            onOrder={(by) => onSearch(withOrder(search, by))}
            offset={(page - 1) * LIMITS.tracePage}
            total={total}
            page={page}
          />
          {pages > 1 ? (
            <Pager
              label={traceTexts.pager.label}
              page={shown}
              pages={pages}
              rows={traceTexts.pager.range(
                (shown - 1) * LIMITS.tracePage + 1,
                Math.min(shown * LIMITS.tracePage, total),
                total,
              )}
              onTurn={(to) => onSearch(withPage(search, to))}
            />
          ) : null}
          <WriteDialog record={writing} onClose={() => setWriting(undefined)} />
        </>
      )}
    </QueryState>
  );
}

function useColumns(
  { channels, toggle }: Watchlist,
  write: (record: DataRecord) => void,
  open: (chan: string) => void,
): readonly RecordColumn<DataRecord>[] {
  return useMemo(() => {
    const watched = new Set(channels);
    return [
      ...dataColumns(open),
      {
        id: "actions",
        width: "6.5rem",
        header: traceTexts.column.actions,
        hideHeader: true,
        align: "right" as const,
        cell: (record: DataRecord) => (
          <span className={classes["actions"]}>
            <WriteAction record={record} write={write} />
            <WatchAction chan={record.chan} watched={watched.has(record.chan)} toggle={toggle} />
          </span>
        ),
      },
    ];
  }, [channels, toggle, write, open]);
}

function dataColumns(open: (chan: string) => void): RecordColumn<DataRecord>[] {
  const column = traceTexts.column;
  return [
    {
      id: "chan",
      header: column.chan,
      order: "chan",
      cell: ({ chan, details }) => <NameCell chan={chan} label={details?.label} onOpen={open} />,
    },
    {
      id: "value",
      width: "9rem",
      header: column.value,
      order: "value",
      align: "right",
      cell: (record) => <ValueCell {...record} />,
    },
    {
      id: "quality",
      width: "10.5rem",
      header: column.quality,
      order: "quality",
      cell: (record) => <ReasonedQualityCell {...record} />,
    },
    { id: "tags", width: "7.5rem", header: column.tags, cell: (record) => <TagsCell {...record} /> },
    {
      id: "last",
      width: "8.5rem",
      header: `${column.last}${zoneNote()}`,
      order: "last",
      cell: ({ last }) => <TimeCell ms={last} exact />,
    },
    {
      id: "count",
      width: "6.5rem",
      header: column.count,
      label: column.values,
      order: "count",
      align: "right",
      cell: ({ count }) => formatNumber(count),
    },
  ];
}

function WatchAction(props: { chan: string; watched: boolean; toggle: (chan: string) => void }) {
  const { chan, watched, toggle } = props;
  return (
    <RowAction
      icon={watched ? IconStarFilled : IconStar}
      label={traceTexts.watch.add(chan)}
      title={watched ? traceTexts.watch.removeShort : traceTexts.watch.addShort}
      pressed={watched}
      onClick={() => toggle(chan)}
    />
  );
}

/** Nothing where a person may not write. */
export function WriteAction(props: { record: DataRecord; write: (record: DataRecord) => void }) {
  const { record, write } = props;
  const may = useMay(channelWrite);
  if (!may || !record.details?.writable) return null;
  return (
    <RowAction
      icon={IconPencil}
      label={traceTexts.write.action(record.chan)}
      title={traceTexts.write.actionShort}
      onClick={() => write(record)}
    />
  );
}
