/** Lines of sites in one picture; loaded with the first of them. */
import type { AnswerOf } from "@hubwart/contract";
import type { centralHistory } from "@hubwart/fleet/calls";
import { useMemo, useState } from "react";
import { ChartCorrections } from "../components/chart/chart-corrections.tsx";
import type { Chart } from "../components/chart/chart-data.ts";
import { ChartPlot } from "../components/chart/chart-plot.tsx";
import { ChartTable } from "../components/chart/chart-table.tsx";
import type { Span } from "../components/chart/span.ts";
import { fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";

const texts = fleetTexts.history;
/** As many as there are colours that everybody can tell apart. */
const MOST_LINES = 8;

export interface HistoryChartProps {
  found: AnswerOf<typeof centralHistory>;
  span: Span;
  dark: boolean;
  onSpan: (span: Span) => void;
}

export default function HistoryChart({ dark, found, onSpan, span }: HistoryChartProps) {
  const [pointed, setPointed] = useState<number>();
  const chart = useMemo((): Chart => {
    const last = Math.max(0, ...found.series.flatMap(({ points }) => points.at(-1)?.[0] ?? 0));
    const series = found.series.slice(0, MOST_LINES).map(({ corrected, name, points }) => ({
      chan: name,
      points: points.map((point) => [...point] as [number, number, number, number]),
      ...(corrected && { corrected }),
    }));
    // What came after the newest part of all sites is not known here yet.
    return { ...span, step: found.step, series, asked: last + found.step };
  }, [found, span]);
  const shown = chart.series.length;
  const none = chart.series.map(() => null);
  const unread = found.series.filter(({ unread: files }) => files > 0).map(({ name }) => name);
  return (
    <>
      <div className={classes["box"]}>
        <ChartPlot
          chart={chart}
          units={JSON.stringify(none)}
          dark={dark}
          onSpan={onSpan}
          onPointer={(time) => setPointed(time)}
        />
        <ChartTable
          chart={chart}
          named={fleetTexts.column.name}
          labels={[]}
          units={[]}
          dark={dark}
          time={pointed ?? chart.asked}
        />
        <ChartCorrections chart={chart} />
      </div>
      {shown < found.series.length ? (
        <p className={classes["note"]}>{texts.mostLines(shown, found.series.length)}</p>
      ) : null}
      {found.left > 0 ? <p className={classes["note"]}>{texts.left(found.left)}</p> : null}
      {unread.length > 0 ? <p className={classes["note"]}>{texts.unread(unread.join(", "))}</p> : null}
    </>
  );
}
