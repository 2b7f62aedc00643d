import { memo } from "react";
import { stepPath } from "../../../lib/series.ts";
import { readableNumber } from "../../../lib/value-text.ts";
import { statusTexts } from "../../../texts/index.ts";
import type { Trend } from "../api/trends.ts";
import classes from "./area.module.css";

const WIDTH = 96;
const HEIGHT = 24;

/** The last hours at a glance; the lowest and the highest value in words. */
export const TrendLine = memo(function TrendLine({
  trend,
  unit,
}: {
  trend: Trend;
  unit: string | undefined;
}) {
  const values = trend.points.map(([, value]) => value);
  const say = (value: number) =>
    unit === undefined ? readableNumber(value) : `${readableNumber(value)} ${unit}`;
  const text = statusTexts.areas.trend(say(Math.min(...values)), say(Math.max(...values)));
  return (
    <span className={classes["trend"]} title={text}>
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden>
        <path
          d={stepPath(trend.points, trend, { width: WIDTH, height: HEIGHT })}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </span>
  );
});
