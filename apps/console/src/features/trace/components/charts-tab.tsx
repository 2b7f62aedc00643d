/** Charts of recorded channels: a picker, a span, the picture and its values. All of it stands in the address. */
import { CODES } from "@hubwart/contract";
import { useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { useChannelCourses } from "../../../api/course.ts";
import { ChartCorrections } from "../../../components/chart/chart-corrections.tsx";
import { type Chart, isEmptyChart, valueAt } from "../../../components/chart/chart-data.ts";
import { ChartTable } from "../../../components/chart/chart-table.tsx";
import { type Span } from "../../../components/chart/span.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { readableNumber } from "../../../lib/value-text.ts";
import { traceTexts } from "../../../texts/index.ts";
import { watchedQuery } from "../api/channels.ts";
import { chartQuery } from "../api/chart.ts";
import { type ChartSearch, isZoomed, MOST_LINES, spanOf } from "../model/chart-search.ts";
import { unrecorded, withLive } from "../model/live-lines.ts";
import type { TraceSearch } from "../model/search.ts";
import classes from "./chart.module.css";
import { ChartBar } from "./chart-bar.tsx";
import { PatternField } from "./pattern-field.tsx";

const ChartPlot = lazy(() =>
  import("../../../components/chart/chart-plot.tsx").then((module) => ({ default: module.ChartPlot })),
);
const texts = traceTexts.charts;
const NONE: string[] = [];

export interface ChartsTabProps {
  search: TraceSearch;
  onSearch: (search: TraceSearch) => void;
}

export function ChartsTab({ search, onSearch }: ChartsTabProps) {
  const { chan = NONE, compare, from, range, to } = search;
  const asked: ChartSearch = {
    chan,
    ...(range ? { range } : {}),
    ...(compare ? { compare } : {}),
    ...(from !== undefined && to !== undefined ? { from, to } : {}),
  };
  const query = useQuery(chartQuery(asked));
  // A span of the past has nothing of what is seen from now on.
  const away = query.error instanceof ApiError && query.error.code === CODES.unavailable;
  const now = !isZoomed(asked) && compare === undefined && (query.isSuccess || away);
  const missing = now ? unrecorded(chan, query.data) : NONE;
  const seen = useChannelCourses(missing, "charts").data;
  const live =
    seen && missing.length > 0 ? withLive(chan, query.data, seen, spanOf(asked, seen.until)) : undefined;
  const [text, setText] = useState("");
  const onSpan = useCallback(
    (span: Span) =>
      onSearch({ tab: "charts", chan, from: span.from, to: span.to, ...(compare ? { compare } : {}) }),
    [chan, compare, onSearch],
  );
  return (
    <>
      <div className={classes["picker"]}>
        <PatternField
          label={texts.channels}
          hint={texts.channelsHint(MOST_LINES)}
          placeholder={texts.channelsPlaceholder}
          kind="recorded"
          entries={chan}
          onEntries={(names) => onSearch({ ...search, chan: names.slice(-MOST_LINES) })}
          text={text}
          onText={setText}
          read={(typed) => [typed.trim()].filter((name) => /^[^*?,\s]+$/.test(name))}
        />
      </div>
      {chan.length === 0 ? (
        <EmptyState title={texts.start} text={texts.startText} />
      ) : (
        <>
          <ChartBar
            search={search}
            onSearch={onSearch}
            chart={live ?? query.data}
            busy={query.isPlaceholderData}
            failed={query.isError && !live}
          />
          {live ? (
            <>
              <p className={classes["hint"]}>
                {(away ? texts.recordingAway : texts.unrecorded)(missing.join(", "))}
              </p>
              <Drawn chart={live} onSpan={onSpan} />
            </>
          ) : (
            <QueryState
              query={query}
              empty={isEmptyChart}
              emptyState={{ title: texts.none, text: texts.noneText }}
              loading={<LoadingState lines={8} shape="lines" />}
            >
              {(chart) => <Drawn chart={chart} onSpan={onSpan} />}
            </QueryState>
          )}
        </>
      )}
    </>
  );
}

/** Quiet for so long before the values at the pointer are spoken, ms. */
const SPEAK_AFTER = 400;

function Drawn({ chart, onSpan }: { chart: Chart; onSpan: (span: Span) => void }) {
  const dark = useComputedColorScheme("light") === "dark";
  const names = useMemo(() => chart.series.map(({ chan, of }) => of ?? chan), [chart]);
  const known = useQuery(watchedQuery([...new Set(names)])).data?.records;
  const details = names.map((name) => known?.find(({ chan }) => chan === name)?.details);
  const units = details.map((each) => each?.unit);
  const [pointer, setPointer] = useState<number>();
  const [spoken, setSpoken] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onPointer = useCallback(
    (time: number | undefined, byKey: boolean) => {
      setPointer(time);
      clearTimeout(timer.current);
      if (byKey && time !== undefined)
        timer.current = setTimeout(() => setSpoken(sentence(chart, time)), SPEAK_AFTER);
    },
    [chart],
  );
  const time = pointer ?? Math.min(chart.to, chart.asked);
  return (
    <>
      <Suspense fallback={<LoadingState lines={8} shape="lines" />}>
        <ChartPlot
          chart={chart}
          units={JSON.stringify(units.map((unit) => unit ?? null))}
          dark={dark}
          onSpan={onSpan}
          onPointer={onPointer}
        />
      </Suspense>
      <p className={classes["hint"]}>
        {chart.step === 0 ? texts.rawHint : texts.stepHint(texts.step(chart.step))} {texts.keys}
      </p>
      <ChartTable
        chart={chart}
        labels={details.map((each) => each?.label)}
        units={units}
        dark={dark}
        time={time}
      />
      <ChartCorrections chart={chart} />
      <div aria-live="polite" className="hw-visually-hidden">
        {spoken}
      </div>
    </>
  );
}

function sentence(chart: Chart, time: number): string {
  const values = chart.series.map((line) => {
    const { point, state } = valueAt(line, chart, time);
    return `${line.chan}: ${point ? readableNumber(point.mean) : texts.state[state]}`;
  });
  return `${formatDateTime(time)}. ${values.join("; ")}`;
}
