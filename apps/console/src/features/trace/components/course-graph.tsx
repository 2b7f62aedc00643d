/** Ten minutes of one channel, drawn by uPlot as steps. Loaded when a graph is first opened. */

import { LIMITS } from "@hubwart/contract";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import { styleOf } from "../../../components/chart/plot-style.ts";
import plot from "../../../components/plot-tip.module.css";
import { formatTime } from "../../../lib/format.ts";
import { dateFormat } from "../../../lib/intl.ts";
import { plotIn } from "../../../lib/plot-in.ts";
import type { Point } from "../../../lib/series.ts";
import { axisNumbers, valueText } from "../../../lib/value-text.ts";
import classes from "./dialogs.module.css";

export interface CourseGraphProps {
  points: readonly Point[];
  /** ms since the epoch, where the graph ends. */
  until: number;
  unit: string | undefined;
}

export function CourseGraph({ points, until, unit }: CourseGraphProps) {
  const place = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const graph = useRef<UPlot>(null);
  const data = dataOf(points, until);
  const newest = useRef(data);

  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const say = (text: string): void => tip.current?.replaceChildren(text);
    const drawn = plotIn(target, optionsOf(target, unit, say), newest.current);
    graph.current = drawn.graph;
    return () => {
      drawn.end();
      graph.current = null;
    };
  }, [unit]);

  useEffect(() => {
    newest.current = data;
    graph.current?.setData(data);
  }, [data]);

  return (
    <div className={classes["plot"]}>
      <div ref={place} style={{ height: "100%" }} />
      <div ref={tip} className={plot["tip"]} />
    </div>
  );
}

/** Times in s. The last value is held until now, and the axis always spans ten minutes. */
function dataOf(points: readonly Point[], until: number): UPlot.AlignedData {
  const first = points[0]?.[0] ?? until;
  const from = until - LIMITS.channelCourse;
  const all: Point[] = [
    ...(first > from ? [[from, null] as const] : []),
    ...points,
    [until, points.at(-1)?.[1] ?? null],
  ];
  return [all.map(([ts]) => ts / 1_000), all.map(([, value]) => value)];
}

const clock = dateFormat({ hour: "2-digit", minute: "2-digit" });

function optionsOf(
  target: HTMLElement,
  unit: string | undefined,
  say: (text: string) => void,
): UPlot.Options {
  const { axis, color } = styleOf(target);
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  return {
    width: target.clientWidth,
    height: target.clientHeight,
    padding: [12, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: true } },
    axes: [
      { ...axis, size: 26, space: 64, values: (_, at) => at.map((s) => clock.format(s * 1_000)) },
      { ...axis, size: 64, values: (_, at) => axisNumbers(at) },
    ],
    series: [
      {},
      {
        stroke: color("--hw-accent"),
        width: 1.75,
        points: { show: false },
        ...(stepped ? { paths: stepped } : {}),
      },
    ],
    hooks: {
      setCursor: [
        ({ cursor, data }) => {
          const at = cursor.idx == null ? undefined : data[0][cursor.idx];
          const value = cursor.idx == null ? undefined : data[1]?.[cursor.idx];
          const shown = unit === undefined ? valueText(value) : `${valueText(value)} ${unit}`;
          say(at == null || value == null ? "" : `${formatTime(at * 1_000)}: ${shown}`);
        },
      ],
    },
  };
}
