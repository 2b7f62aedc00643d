/**
 * The picture, drawn by uPlot and loaded with the first chart. Drag across it, pinch it, turn the wheel with Ctrl, or
 * use the keyboard: arrows move the pointer, + and − zoom, Page keys move the span.
 */
import { type KeyboardEvent, useEffect, useRef } from "react";
import type UPlot from "uplot";
import { plotIn } from "../../lib/plot-in.ts";
import { traceTexts } from "../../texts/index.ts";
import classes from "./chart.module.css";
import { type Chart, columnsOf } from "./chart-data.ts";
import { type Gestures, gesturesOn } from "./chart-gestures.ts";
import { plotOptions } from "./chart-options.ts";
import { moved, type Span, zoomed } from "./span.ts";

export interface ChartPlotProps {
  chart: Chart;
  /** Of each line, or null; as JSON, so that the same units are the same value. */
  units: string;
  dark: boolean;
  onSpan: (span: Span) => void;
  /** ms since the epoch; undefined when the pointer left. */
  onPointer: (time: number | undefined, byKey: boolean) => void;
}

const ZOOM = 0.5;
const PAGE = 0.5;

export function ChartPlot({ chart, units, dark, onSpan, onPointer }: ChartPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const gestures = useRef<Gestures>({ onSpan, onPointer, span: chart });
  useEffect(() => {
    gestures.current = { onSpan, onPointer, span: { from: chart.from, to: chart.to } };
  });
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const { lines, times } = columnsOf(chart);
    const { graph, end } = plotIn(
      target,
      plotOptions({ target, chart, units: JSON.parse(units) as (string | null)[], dark, gestures }),
      [times, ...lines.flatMap(({ max, mean, min }) => [max, min, mean])],
    );
    plot.current = graph;
    const stop = gesturesOn(graph, gestures);
    return () => {
      stop();
      end();
      plot.current = null;
    };
  }, [chart, dark, units]);

  function onKey(event: KeyboardEvent): void {
    const drawn = plot.current;
    if (!drawn || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = drawn.cursor.idx ?? drawn.data[0].length - 1;
    const time = drawn.data[0][at] ?? chart.to;
    const steps: Partial<Record<string, () => void>> = {
      ArrowLeft: () => point(drawn, at - (event.shiftKey ? 10 : 1)),
      ArrowRight: () => point(drawn, at + (event.shiftKey ? 10 : 1)),
      Home: () => point(drawn, 0),
      End: () => point(drawn, drawn.data[0].length - 1),
      "+": () => onSpan(zoomed(chart, ZOOM, time)),
      "-": () => onSpan(zoomed(chart, 1 / ZOOM, time)),
      PageUp: () => onSpan(moved(chart, -PAGE)),
      PageDown: () => onSpan(moved(chart, PAGE)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  function point(drawn: UPlot, wanted: number): void {
    const at = Math.min(Math.max(0, wanted), drawn.data[0].length - 1);
    const time = drawn.data[0][at] ?? chart.to;
    drawn.setCursor({ left: drawn.valToPos(time, "x"), top: 10 });
    onPointer(time, true);
  }

  const keyboard = { tabIndex: 0, onKeyDown: onKey } as const;
  return (
    <div
      ref={place}
      className={classes["plot"]}
      role="application"
      aria-label={traceTexts.charts.plot}
      aria-roledescription={traceTexts.charts.role}
      {...keyboard}
    />
  );
}
