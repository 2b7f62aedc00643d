import { LIMITS } from "@hubwart/contract";
import { memo } from "react";
import { type Point, stepPath } from "../lib/series.ts";

const WIDTH = 120;
const HEIGHT = 24;
/** A younger course fills the line nevertheless: of ten minutes it would be a dot. */
const SHORTEST = 60_000;
/** The device keeps a course from when it is first asked for one. Of so short a time there is no course yet, only a speck. */
const TOO_YOUNG = 3_000;

/** The last ten minutes in a line of text, or what there is of them. For the eye only: what it is a picture of says the button around it. */
export const Sparkline = memo(function Sparkline({
  points,
  until,
}: {
  points: readonly Point[];
  until: number;
}) {
  if (until - (points[0]?.[0] ?? until) < TOO_YOUNG) return null;
  const first = Math.min(points[0]?.[0] ?? until, until - SHORTEST);
  const path = stepPath(
    points,
    { from: Math.max(first, until - LIMITS.channelCourse), until },
    { width: WIDTH, height: HEIGHT },
  );
  return (
    <svg width={WIDTH} height={HEIGHT + 4} viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} aria-hidden>
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
});
