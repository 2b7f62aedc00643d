/** How uPlot draws a chart: a band from minimum to maximum and the mean as steps per line, one scale per unit. */

import UPlot from "uplot";
import { formatClock, formatDay } from "../../lib/intl.ts";
import { axisNumbers } from "../../lib/value-text.ts";
import { lineStyle } from "./chart-colors.ts";
import { type Chart, UNCERTAIN } from "./chart-data.ts";
import type { Gestures } from "./chart-gestures.ts";
import { styleOf } from "./plot-style.ts";

export interface PlotParts {
  target: HTMLElement;
  chart: Chart;
  /** Of each line. */
  units: readonly (string | null)[];
  dark: boolean;
  gestures: { readonly current: Gestures };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Pixels that are a drag and not a click. */
const DRAG = 6;
/** Height of the mark below a time with uncertain values, px. */
const MARK = 4;
/** Of a time that was corrected. */
const TINT = 0.12;

export function plotOptions({ chart, dark, gestures, target, units }: PlotParts): UPlot.Options {
  const { axis, color } = styleOf(target);
  const scales = [...new Set(units.map(scaleOf))];
  const paths = UPlot.paths.stepped?.({ align: 1 });
  const shape = { points: { show: false }, ...(paths ? { paths } : {}) };
  return {
    ms: 1,
    width: target.clientWidth,
    height: target.clientHeight,
    padding: [12, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false, dist: DRAG, setScale: false }, points: { size: 7 } },
    scales: { x: { time: true, range: [chart.from, chart.to] } },
    axes: [
      { ...axis, size: 28, space: 76, values: (_, at, _axis, _space, step) => at.map(labelFor(step)) },
      ...scales.slice(0, 2).map((scale, at) => ({
        ...axis,
        scale,
        // Of two axes each has the colour of its line, where that is the only one.
        ...(scales.length > 1 ? axisColor(units, scale, dark) : {}),
        side: at === 0 ? 3 : 1,
        size: 64,
        ...(at === 0 ? {} : { grid: { show: false } }),
        values: (_: UPlot, values: number[]) => axisNumbers(values),
        ...(scale === scaleOf(null) ? {} : { label: scale, labelSize: 18, labelFont: axis.font }),
      })),
    ],
    bands: chart.series.map((_, at) => ({
      series: [1 + at * 3, 2 + at * 3] as [number, number],
      fill: withAlpha(lineStyle(at, dark).color),
    })),
    series: [
      {},
      ...chart.series.flatMap((_, at): UPlot.Series[] => {
        const { color: stroke, dash } = lineStyle(at, dark);
        const scale = scaleOf(units[at]);
        const edge = { ...shape, scale, stroke: "transparent", width: 0 };
        return [edge, edge, { ...shape, scale, stroke, width: 1.75, dash }];
      }),
    ],
    hooks: {
      drawClear: [
        (plot) => {
          drawSpans(plot, chart, dark, color("--hw-border"));
          drawCorrected(plot, chart, dark);
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < DRAG) return;
          const from = Math.round(plot.posToVal(left, "x"));
          const to = Math.round(plot.posToVal(left + width, "x"));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (to > from) gestures.current.onSpan({ from, to });
        },
      ],
    },
  };
}

function axisColor(units: PlotParts["units"], scale: string, dark: boolean): { stroke?: string } {
  const lines = units.flatMap((unit, at) => (scaleOf(unit) === scale ? [at] : []));
  const [only] = lines;
  return lines.length === 1 && only !== undefined ? { stroke: lineStyle(only, dark).color } : {};
}

/** Lines of the same unit share a scale. */
const scaleOf = (unit: string | null | undefined): string => unit ?? " ";
const withAlpha = (color: string): string => `${color}2e`;

function labelFor(step: number): (time: number) => string {
  if (step >= 28 * DAY) return (time) => formatDay(time).slice(3);
  if (step >= DAY) return (time) => formatDay(time).slice(0, 6);
  return (time) => {
    const clock = formatClock(time, step < 60_000);
    return clock.startsWith("00:00") ? formatDay(time).slice(0, 6) : clock;
  };
}

/** Tinted with a bar at the top, both in the line's colour, where people corrected it. */
function drawCorrected(plot: UPlot, { series }: Chart, dark: boolean): void {
  const { bbox, ctx } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  series.forEach(({ corrected = [] }, at) => {
    ctx.fillStyle = lineStyle(at, dark).color;
    for (const { from, to } of corrected) {
      const left = Math.max(bbox.left, plot.valToPos(from, "x", true));
      const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, "x", true));
      const width = Math.max(ratio, right - left);
      ctx.globalAlpha = TINT;
      ctx.fillRect(left, bbox.top, width, bbox.height);
      ctx.globalAlpha = 1;
      ctx.fillRect(left, bbox.top + at * MARK * ratio, width, (MARK - 1) * ratio);
    }
  });
  ctx.restore();
}

/** Grey where nothing was recorded; a mark in the line's colour below where its value was uncertain or bad. */
function drawSpans(plot: UPlot, { series }: Chart, dark: boolean, grey: string): void {
  const { bbox, ctx } = plot;
  const ratio = devicePixelRatio;
  const x = (time: number): number =>
    Math.min(bbox.left + bbox.width, Math.max(bbox.left, plot.valToPos(time, "x", true)));
  ctx.save();
  series.forEach(({ spans = [] }, at) => {
    for (const [from, until, why] of spans) {
      const left = x(from);
      const width = Math.max(ratio, x(until) - left);
      if (why > 2) {
        if (at > 0) continue;
        ctx.fillStyle = grey;
        ctx.fillRect(left, bbox.top, width, bbox.height);
        continue;
      }
      ctx.fillStyle = lineStyle(at, dark).color;
      ctx.globalAlpha = why === UNCERTAIN ? 0.45 : 1;
      ctx.fillRect(left, bbox.top + bbox.height - (at + 1) * MARK * ratio, width, (MARK - 1) * ratio);
      ctx.globalAlpha = 1;
    }
  });
  ctx.restore();
}
