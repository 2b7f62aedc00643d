/**
 * Consumption as bars, with the year before as a line of steps behind them, drawn by uPlot. Bars with missing or estimated time are paler. Loaded after
 * the page; the parent mounts it anew for another colour scheme.
 */
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import plot from "../../../components/plot-tip.module.css";
import { plotIn } from "../../../lib/plot-in.ts";
import { energyTexts as texts } from "../../../texts/index.ts";
import { amountText } from "../model/words.ts";

export interface BarChartProps {
  labels: readonly string[];
  amounts: readonly (number | null)[];
  /** Of the year before; absent: not compared. */
  before?: readonly (number | null)[] | undefined;
  /** Shares that are missing or estimated. */
  doubtful: readonly boolean[];
  unit: string;
  /** Requirement value of one period. */
  target?: number | undefined;
}

export function BarChart(props: BarChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const drawn = plotIn(
      target,
      optionsOf(props, target, (text) => tip.current?.replaceChildren(text)),
      dataOf(props),
    );
    return drawn.end;
  }, [props]);
  return (
    <>
      <div ref={place} style={{ height: "100%" }} />
      <div ref={tip} className={plot["tip"]} />
    </>
  );
}

function dataOf({ amounts, before, doubtful, labels }: BarChartProps): UPlot.AlignedData {
  const at = labels.map((_, index) => index);
  const whole = amounts.map((amount, index) => (doubtful[index] ? null : amount));
  const partly = amounts.map((amount, index) => (doubtful[index] ? amount : null));
  const old = labels.map((_, index) => before?.[index] ?? null);
  return [at, old, whole, partly];
}

function optionsOf(props: BarChartProps, place: HTMLElement, say: (text: string) => void): UPlot.Options {
  const style = getComputedStyle(place);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const accent = color("--hw-accent");
  const bars = UPlot.paths.bars?.({ size: [0.72, 48], radius: 0.12 });
  const wide = UPlot.paths.bars?.({ size: [0.96, 64] });
  const axis = {
    font: `11px ${style.fontFamily}`,
    stroke: color("--hw-text-muted"),
    ticks: { show: false },
    grid: { stroke: color("--hw-border"), width: 1 },
  };
  const bar = (fill: string, paths: UPlot.Series.PathBuilder | undefined): UPlot.Series => ({
    fill,
    stroke: "transparent",
    width: 0,
    points: { show: false },
    ...(paths ? { paths } : {}),
  });
  const { labels, target, unit } = props;
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.5, Math.max(0.5, labels.length - 0.5)] },
      y: { range: (_, low, high) => [Math.min(0, low), Math.max(high, target ?? 0) * 1.05 || 1] },
    },
    axes: [
      {
        ...axis,
        size: 24,
        space: 44,
        grid: { show: false },
        incrs: [1, 2, 3, 5, 7, 10],
        values: (_, at) => at.map((index) => labels[index] ?? ""),
      },
      { ...axis, size: 58, values: (_, at) => at.map((value) => amountText(value, "").trim()) },
    ],
    series: [
      {},
      bar(`color-mix(in srgb, ${color("--hw-text-muted")} 28%, transparent)`, wide),
      bar(accent, bars),
      bar(`color-mix(in srgb, ${accent} 50%, transparent)`, bars),
    ],
    hooks: {
      drawSeries: [
        (graph, series) => {
          if (series === 3 && target !== undefined) drawTarget(graph, target, color("--hw-warn"));
        },
      ],
      setCursor: [({ cursor }) => say(cursor.idx == null ? "" : tipText(cursor.idx, props, unit))],
    },
  };
}

function tipText(at: number, { amounts, before, labels }: BarChartProps, unit: string): string {
  const now = `${labels[at] ?? ""}: ${amountText(amounts[at], unit)}`;
  return before ? `${now} · ${texts.yearBefore}: ${amountText(before[at], unit)}` : now;
}

function drawTarget(graph: UPlot, target: number, color: string): void {
  const { bbox, ctx } = graph;
  const y = Math.round(graph.valToPos(target, "y", true));
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
