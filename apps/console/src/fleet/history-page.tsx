/** One channel over many sites, by what they recorded and sent on. */
import type { SiteHistoryRow } from "@hubwart/fleet/calls";
import { Autocomplete, NativeSelect, useComputedColorScheme } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { RANGES, type Range, SPANS, type Span } from "../components/chart/span.ts";
import { Choice } from "../components/choice.tsx";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { LoadingState } from "../components/loading-state.tsx";
import { QueryState } from "../components/query-state.tsx";
import { formatDateTime, formatFileSize } from "../lib/format.ts";
import { fleetTexts, traceTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import { useHistory, useHistoryOf, useOverview } from "./queries.ts";
import { SITE_COLUMN } from "./site-column.tsx";

const HistoryChart = lazy(() => import("./history-chart.tsx"));
const texts = fleetTexts.history;
const MOST_OFFERED = 50;

const COLUMNS: DataColumn<SiteHistoryRow>[] = [
  SITE_COLUMN,
  {
    id: "from",
    header: texts.column.from,
    value: ({ from }) => from,
    cell: ({ from }) => formatDateTime(from),
  },
  { id: "to", header: texts.column.to, value: ({ to }) => to, cell: ({ to }) => formatDateTime(to) },
  {
    id: "bytes",
    header: texts.column.bytes,
    value: ({ bytes }) => bytes,
    cell: ({ bytes }) => formatFileSize(bytes),
    align: "right",
  },
];

export default function HistoryPage() {
  const groups = useOverview().data?.groups ?? [];
  const [group, setGroup] = useState("");
  const [channel, setChannel] = useState("");
  const [range, setRange] = useState<Range>("day");
  const [span, setSpan] = useState<Span>(() => until("day"));
  const kept = useHistoryOf(group);
  const ranged = (next: Range) => {
    setRange(next);
    setSpan(until(next));
  };
  return (
    <>
      <h1 className={classes["title"]}>{texts.title}</h1>
      <p className={classes["note"]}>{texts.intro}</p>
      <div className={classes["groups"]}>
        <NativeSelect
          label={fleetTexts.group.label}
          value={group}
          onChange={({ currentTarget: { value } }) => setGroup(value)}
          data={[
            { value: "", label: fleetTexts.group.none },
            ...groups.map(({ id, name, sites }) => ({
              value: id,
              label: fleetTexts.group.option(name, sites),
            })),
          ]}
        />
        <Autocomplete
          className={classes["channel"] ?? ""}
          label={texts.channel}
          placeholder={texts.channelText}
          value={channel}
          onChange={setChannel}
          data={kept.data?.channels ?? []}
          limit={MOST_OFFERED}
          maxLength={500}
        />
        <Choice
          label={texts.range}
          value={range}
          options={RANGES.map((value) => ({ value, label: traceTexts.charts.ranges[value] }))}
          onChange={(value) => ranged(RANGES.find((one) => one === value) ?? "day")}
        />
      </div>
      <QueryState query={kept} empty={({ sites }) => sites.length === 0} emptyState={texts.none}>
        {({ channels, sites }) => (
          <>
            <Drawn
              group={group}
              channel={channels.includes(channel) ? channel : ""}
              span={span}
              onSpan={setSpan}
            />
            <h2 className={classes["subtitle"]}>{texts.kept}</h2>
            <div className={classes["box"]}>
              <DataTable label={texts.kept} rows={sites} columns={COLUMNS} rowKey={({ hub }) => hub} />
            </div>
          </>
        )}
      </QueryState>
    </>
  );
}

interface DrawnProps {
  group: string;
  /** Empty: none was chosen. */
  channel: string;
  span: Span;
  onSpan: (span: Span) => void;
}

function Drawn({ channel, group, onSpan, span }: DrawnProps) {
  const query = useHistory(group, channel, span);
  const dark = useComputedColorScheme("light") === "dark";
  if (channel === "") return <EmptyState title={texts.noChannel} />;
  return (
    <QueryState query={query} empty={({ series }) => series.length === 0} emptyState={texts.empty}>
      {(found) => (
        <Suspense fallback={<LoadingState lines={6} shape="lines" />}>
          <HistoryChart found={found} span={span} dark={dark} onSpan={onSpan} />
        </Suspense>
      )}
    </QueryState>
  );
}

const until = (range: Range): Span => {
  const to = Date.now();
  return { from: to - SPANS[range], to };
};
