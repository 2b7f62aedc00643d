/** The recorded course of a few channels, for pages that show it beside other things. */
import { useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { lineStyle } from "../../../components/chart/chart-colors.ts";
import { isEmptyChart } from "../../../components/chart/chart-data.ts";
import type { Span } from "../../../components/chart/span.ts";
import { Choice } from "../../../components/choice.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { pagesTexts } from "../../../texts/index.ts";
import { watchedQuery } from "../api/channels.ts";
import { chartQuery } from "../api/chart.ts";
import classes from "./trend.module.css";

const ChartPlot = lazy(() =>
  import("../../../components/chart/chart-plot.tsx").then((module) => ({ default: module.ChartPlot })),
);
const texts = pagesTexts.trend;
const RANGES = ["hour", "day", "week"] as const;
const nothing = () => undefined;
const none = () => null;

type Range = (typeof RANGES)[number];

export function Trend({ chans }: { chans: readonly string[] }) {
  const navigate = useNavigate();
  const open = (search: object) => ({
    to: "/runtime/debug" as const,
    search: { tab: "charts" as const, chan: [...chans], ...search },
  });
  return (
    <TrendPlot
      chans={chans}
      renderMore={(range) => (
        <Link className={classes["open"]} {...open({ range })}>
          {texts.open}
        </Link>
      )}
      onSpan={(span) => void navigate(open(span))}
    />
  );
}

/** Where there is nothing else to go to. */
export const TrendAlone = ({ chans }: { chans: readonly string[] }) => (
  <TrendPlot chans={chans} renderMore={none} onSpan={nothing} />
);

interface TrendPlotProps {
  chans: readonly string[];
  /** Beside the choice of a range. */
  renderMore: (range: Range) => ReactNode;
  onSpan: (span: Span) => void;
}

function TrendPlot({ chans, onSpan, renderMore }: TrendPlotProps) {
  const [range, setRange] = useState<Range>("day");
  const search = { chan: [...chans], range };
  const query = useQuery(chartQuery(search));
  const known = useQuery(watchedQuery(chans)).data?.records;
  const dark = useComputedColorScheme("light") === "dark";
  const details = chans.map((chan) => known?.find((record) => record.chan === chan)?.details);
  return (
    <>
      <div className={classes["bar"]}>
        <Choice
          label={texts.range}
          value={range}
          options={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
          onChange={(value) => setRange(RANGES.find((one) => one === value) ?? "day")}
        />
        {renderMore(range)}
      </div>
      <QueryState
        query={query}
        empty={isEmptyChart}
        emptyState={{ title: texts.none }}
        loading={<LoadingState lines={6} shape="lines" />}
      >
        {(chart) => (
          <Suspense fallback={<LoadingState lines={6} shape="lines" />}>
            <ChartPlot
              chart={chart}
              units={JSON.stringify(details.map((each) => each?.unit ?? null))}
              dark={dark}
              onSpan={onSpan}
              onPointer={nothing}
            />
          </Suspense>
        )}
      </QueryState>
      <ul className={classes["legend"]}>
        {chans.map((chan, at) => (
          <li key={chan}>
            <span
              className={classes["swatch"]}
              style={{ background: lineStyle(at, dark).color }}
              aria-hidden
            />
            {details[at]?.label ?? chan}
          </li>
        ))}
      </ul>
    </>
  );
}
