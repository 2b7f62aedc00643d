/**
 * One graph of percentages, drawn by uPlot. Loaded after the page. Colours are read once: the parent mounts it anew
 * for another colour scheme.
 */

import { useEffect, useRef } from "react";
import type UPlot from "uplot";
import plot from "../../../components/plot-tip.module.css";
import { formatDateTimeShort, formatPercent } from "../../../lib/format.ts";
import { dateFormat } from "../../../lib/intl.ts";
import { plotIn } from "../../../lib/plot-in.ts";
import { type Mark, markAt, type Series, spanOf } from "../model/history-figures.ts";

export interface HistoryGraphProps {
  series: Series;
  /** Times in s, values in percent. */
  columns: [number[], (number | null)[]];
  /** s between two samples. */
  interval: number;
  /** s that were asked for; what the graph spans once there are samples enough. */
  span: number;
  marks: readonly Mark[];
}

type Shown = Omit<HistoryGraphProps, "series">;

export function HistoryGraph({ series, ...given }: HistoryGraphProps) {
  const place = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const graph = useRef<UPlot>(null);
  const { columns, interval, marks, span } = given;
  const shown = useRef<Shown>(given);

  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const options = optionsOf(series, target, shown, (text) => tip.current?.replaceChildren(text));
    const drawn = plotIn(target, options, shown.current.columns);
    graph.current = drawn.graph;
    return () => {
      drawn.end();
      graph.current = null;
    };
  }, [series]);

  useEffect(() => {
    shown.current = { columns, interval, marks, span };
    graph.current?.setData(columns);
  }, [columns, interval, marks, span]);

  return (
    <>
      <div ref={place} style={{ height: "100%" }} />
      <div ref={tip} className={plot["tip"]} />
    </>
  );
}

const COLORS: Readonly<Record<Series, string>> = { cpu: "--hw-accent", ram: "--hw-ok", disk: "--hw-warn" };
/** s between two labels of the time axis. */
const STEPS = [60, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 14_400, 21_600];
const clock = dateFormat({ hour: "2-digit", minute: "2-digit" });

function optionsOf(
  series: Series,
  target: HTMLElement,
  shown: { readonly current: Shown },
  say: (text: string) => void,
): UPlot.Options {
  const style = getComputedStyle(target);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const line = color(COLORS[series]);
  const font = `11px ${style.fontFamily}`;
  const axis = {
    font,
    stroke: color("--hw-text-muted"),
    ticks: { show: false },
    grid: { stroke: color("--hw-border"), width: 1 },
  };
  return {
    width: target.clientWidth,
    height: target.clientHeight,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: "status-history" } },
    scales: {
      x: { time: true, range: (_, first, last) => spanOf(first, last, shown.current.span) },
      y: { range: [0, 100] },
    },
    axes: [
      {
        ...axis,
        size: 24,
        space: 64,
        incrs: STEPS,
        values: (_, at) => at.map((s) => clock.format(s * 1_000)),
      },
      {
        ...axis,
        size: 42,
        splits: () => [0, 50, 100],
        values: (_, at) => at.map((value) => `${value}\u00a0%`),
      },
    ],
    series: [
      {},
      {
        stroke: line,
        width: 1.5,
        fill: `color-mix(in srgb, ${line} 14%, transparent)`,
        points: { show: false },
      },
    ],
    hooks: {
      drawSeries: [(graph) => drawMarks(graph, shown.current.marks, color("--hw-border-strong"))],
      setCursor: [
        ({ cursor, data }) => {
          const at = cursor.idx == null ? undefined : data[0][cursor.idx];
          const value = cursor.idx == null ? undefined : data[1]?.[cursor.idx];
          say(at == null || value == null ? "" : tipText(at, value, shown.current));
        },
      ],
    },
  };
}

function tipText(at: number, value: number, { marks, interval }: Shown): string {
  const mark = markAt(marks, at, 2 * interval);
  const text = `${formatDateTimeShort(at * 1_000)}: ${formatPercent(value)}`;
  return mark === undefined ? text : `${text} · ${mark.text}`;
}

function drawMarks(graph: UPlot, marks: readonly Mark[], color: string): void {
  const { ctx, bbox, scales } = graph;
  const min = scales["x"]?.min ?? 0;
  const max = scales["x"]?.max ?? 0;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { at } of marks) {
    if (at < min || at > max) continue;
    const x = Math.round(graph.valToPos(at, "x", true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
