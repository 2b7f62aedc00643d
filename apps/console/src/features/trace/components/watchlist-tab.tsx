/** The channels a person keeps an eye on, with their last ten minutes. */
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Courses, useChannelCourses } from "../../../api/course.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { Sparkline } from "../../../components/sparkline.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { useAddressed } from "../../../lib/use-view.ts";
import { zoneNote } from "../../../lib/zone.ts";
import { commonTexts, traceTexts } from "../../../texts/index.ts";
import { watchedQuery } from "../api/channels.ts";
import { useLiveChannels } from "../api/live.ts";
import type { DataRecord } from "../model/records.ts";
import { withOrder } from "../model/search.ts";
import { listed, sorted, type Watched } from "../model/watched.ts";
import { NameCell, ReasonedQualityCell, RowAction, TimeCell, ValueCell } from "./cells.tsx";
import { type TabProps, WriteAction } from "./channels-tab.tsx";
import { type Course, CourseDialog } from "./course-dialog.tsx";
import { NoProject } from "./no-project.tsx";
import classes from "./record-table.module.css";
import { type RecordColumn, RecordTable } from "./record-table.tsx";
import { useWatchlist } from "./use-watchlist.ts";
import { WatchlistToolbar } from "./watchlist-toolbar.tsx";
import { WriteDialog } from "./write-dialog.tsx";

const texts = traceTexts.watch;

export function WatchlistTab({ search, onSearch, onOpen }: TabProps) {
  const { project, channels, remove } = useWatchlist();
  const options = watchedQuery(channels);
  const query = useQuery(options);
  const live = useLiveChannels(options.queryKey, query.data?.records);
  const course = useChannelCourses(channels, "watchlist");
  const courses = course.data;
  const [writing, setWriting] = useState<DataRecord>();
  const [open, setOpen] = useAddressed("course.chan");
  const columns = useMemo(
    () =>
      columnsOf({
        write: setWriting,
        open: (chan) => setOpen(chan, { step: true }),
        details: onOpen,
        remove,
      }),
    [remove, onOpen, setOpen],
  );
  if (project === undefined) return <NoProject />;

  const records = query.data?.records ?? [];
  const shown = sorted(listed(channels, records, courses), search);
  return (
    <>
      <WatchlistToolbar project={project} channels={channels} records={shown} live={live} />
      {channels.length === 0 ? (
        <EmptyState title={texts.empty} text={texts.emptyText} />
      ) : (
        <QueryState query={query}>
          {() => (
            <>
              {course.error && !query.error ? (
                <ReloadFailed
                  error={course.error}
                  onRetry={course.refetch}
                  text={course.data ? undefined : commonTexts.state.courseMissing}
                />
              ) : null}
              <RecordTable
                label={traceTexts.tabs.watchlist}
                records={shown}
                columns={columns}
                order={search.order}
                desc={search.desc}
                onOrder={(by) => onSearch(withOrder(search, by))}
              />
            </>
          )}
        </QueryState>
      )}
      <WriteDialog record={writing} onClose={() => setWriting(undefined)} />
      <CourseDialog course={courseOf(open, records, courses)} onClose={() => setOpen("")} />
    </>
  );
}

function courseOf(
  chan: string,
  records: readonly DataRecord[],
  courses: Courses | undefined,
): Course | undefined {
  if (chan === "") return undefined;
  const record = records.find((each) => each.chan === chan);
  return {
    chan,
    label: record?.details?.label,
    unit: record?.details?.unit,
    value: record?.value,
    points: courses?.series.get(chan) ?? [],
    until: courses?.until ?? 0,
  };
}

interface Actions {
  write: (record: DataRecord) => void;
  open: (chan: string) => void;
  details: (chan: string) => void;
  remove: (chan: string) => void;
}

function columnsOf({ write, open, details, remove }: Actions): readonly RecordColumn<Watched>[] {
  const column = traceTexts.column;
  return [
    {
      id: "chan",
      header: column.chan,
      order: "chan",
      cell: ({ chan, record }) => (
        <NameCell chan={chan} label={record?.details?.label} onOpen={record && details} />
      ),
    },
    {
      id: "value",
      width: "9rem",
      header: column.value,
      order: "value",
      align: "right",
      cell: ({ record }) => (record ? <ValueCell {...record} /> : null),
    },
    {
      id: "course",
      width: "9rem",
      header: column.course,
      cell: ({ chan, points, until }) =>
        points && points.length > 0 ? (
          <button
            type="button"
            className={classes["course"]}
            aria-label={traceTexts.graph.open(chan)}
            onClick={() => open(chan)}
          >
            <Sparkline points={points} until={until} />
          </button>
        ) : null,
    },
    {
      id: "quality",
      width: "10.5rem",
      header: column.quality,
      order: "quality",
      cell: ({ record }) =>
        record ? (
          <ReasonedQualityCell {...record} />
        ) : (
          <StatusBadge tone="off">{traceTexts.missing}</StatusBadge>
        ),
    },
    {
      id: "last",
      width: "8.5rem",
      header: `${column.last}${zoneNote()}`,
      order: "last",
      cell: ({ record }) => <TimeCell ms={record?.last ?? 0} exact />,
    },
    {
      id: "count",
      width: "6.5rem",
      header: column.count,
      label: column.values,
      order: "count",
      align: "right",
      cell: ({ record }) => (record ? formatNumber(record.count) : null),
    },
    {
      id: "actions",
      width: "6.5rem",
      header: column.actions,
      hideHeader: true,
      align: "right",
      cell: ({ chan, record }) => (
        <span className={classes["actions"]}>
          {record ? <WriteAction record={record} write={write} /> : null}
          <RowAction
            icon={IconTrash}
            label={texts.remove(chan)}
            title={texts.removeShort}
            onClick={() => remove(chan)}
          />
        </span>
      ),
    },
  ];
}
