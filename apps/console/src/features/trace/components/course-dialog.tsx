/** The last ten minutes of a watched channel, large. */
import { Modal, useComputedColorScheme } from "@mantine/core";
import { lazy, Suspense } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { figuresOf, type Point } from "../../../lib/series.ts";
import { valueText } from "../../../lib/value-text.ts";
import { traceTexts } from "../../../texts/index.ts";
import { NameCell } from "./cells.tsx";
import classes from "./dialogs.module.css";

const CourseGraph = lazy(() =>
  import("./course-graph.tsx").then((module) => ({ default: module.CourseGraph })),
);
const texts = traceTexts.graph;

export interface Course {
  chan: string;
  label?: string | undefined;
  unit?: string | undefined;
  value: unknown;
  points: readonly Point[];
  until: number;
}

export function CourseDialog({ course, onClose }: { course: Course | undefined; onClose: () => void }) {
  return (
    <Modal opened={course !== undefined} onClose={onClose} title={texts.title} size="xl">
      {course ? <Content {...course} /> : null}
    </Modal>
  );
}

function Content({ chan, label, unit, value, points, until }: Course) {
  const scheme = useComputedColorScheme("light");
  const figures = figuresOf(points, until, value);
  const shown = (number: unknown): string => (unit ? `${valueText(number)} ${unit}` : valueText(number));
  if (!figures) return <EmptyState title={texts.none} />;
  const { min, max, mean } = figures;
  return (
    <>
      <NameCell chan={chan} label={label} />
      <figure aria-label={texts.picture(chan, shown(min), shown(max))} style={{ margin: 0 }}>
        <Suspense fallback={<LoadingState lines={6} shape="lines" />}>
          <CourseGraph key={scheme} points={points} until={until} unit={unit} />
        </Suspense>
      </figure>
      <dl className={classes["figures"]}>
        {[
          [texts.now, shown(value)],
          [texts.min, shown(min)],
          [texts.max, shown(max)],
          [texts.mean, shown(mean)],
        ].map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
