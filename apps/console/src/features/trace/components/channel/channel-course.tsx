/** The last ten minutes of a channel. */
import { useComputedColorScheme } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useChannelCourses } from "../../../../api/course.ts";
import layout from "../../../../components/layout.module.css";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { QueryState } from "../../../../components/query-state.tsx";
import { figuresOf } from "../../../../lib/series.ts";
import { valueText } from "../../../../lib/value-text.ts";
import { traceTexts } from "../../../../texts/index.ts";
import classes from "./channel.module.css";

const CourseGraph = lazy(() =>
  import("../course-graph.tsx").then((module) => ({ default: module.CourseGraph })),
);

export interface ChannelCourseProps {
  chan: string;
  unit: string | undefined;
  value: unknown;
}

export function ChannelCourse({ chan, unit, value }: ChannelCourseProps) {
  const scheme = useComputedColorScheme("light");
  const query = useChannelCourses([chan], `channel ${chan}`);
  const courses = query.data;
  const points = courses?.series.get(chan) ?? [];
  const figures = courses && figuresOf(points, courses.until, value);
  if (typeof value !== "number" && !figures && !query.error) return null;
  const shown = (number: number): string => (unit ? `${valueText(number)} ${unit}` : valueText(number));
  return (
    <section aria-label={traceTexts.graph.title}>
      <h3 className={classes["heading"]}>{traceTexts.graph.title}</h3>
      <QueryState query={query} loading={<LoadingState lines={6} shape="lines" />}>
        {({ until }) =>
          figures ? (
            <figure
              className={classes["graph"]}
              aria-label={traceTexts.graph.picture(chan, shown(figures.min), shown(figures.max))}
            >
              <Suspense fallback={<LoadingState lines={6} shape="lines" />}>
                <CourseGraph key={scheme} points={points} until={until} unit={unit} />
              </Suspense>
            </figure>
          ) : (
            <p className={layout["muted"]}>{traceTexts.graph.none}</p>
          )
        }
      </QueryState>
    </section>
  );
}
