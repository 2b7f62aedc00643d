/** CPU, RAM and disk over time. What it needs is fetched once it comes into view; until then the place is kept free. */
import { useComputedColorScheme } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Choice } from "../../../components/choice.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTimeShort, formatPercent } from "../../../lib/format.ts";
import { useSeen } from "../../../lib/use-seen.ts";
import { useAddressed } from "../../../lib/use-view.ts";
import { statusTexts } from "../../../texts/index.ts";
import { useMetrics } from "../api/history.ts";
import {
  columnsOf,
  figuresOf,
  type Mark,
  marksOf,
  type Sample,
  type Series,
} from "../model/history-figures.ts";
import classes from "./history-box.module.css";

const texts = statusTexts.history;
/** Minutes by what the address says; the first one is not written there. */
const MINUTES = { "1h": 60, "6h": 360, "24h": 1_440 } as const;
const FIRST = "1h";
const isRange = (text: string): text is keyof typeof MINUTES => Object.hasOwn(MINUTES, text);
const RANGES = Object.entries(MINUTES).map(([value, minutes]) => ({ value, label: texts.ranges[minutes] }));
const SERIES: readonly Series[] = ["cpu", "ram", "disk"];

const HistoryGraph = lazy(async () => ({ default: (await import("./history-graph.tsx")).HistoryGraph }));

export function HistoryBox() {
  const [text, setText] = useAddressed("history.range");
  const range = isRange(text) ? text : FIRST;
  const minutes = MINUTES[range];
  const [watch, seen] = useSeen();
  const metrics = useMetrics(minutes, seen);
  return (
    <div ref={watch}>
      <InfoBox
        title={texts.title}
        icon={IconChartLine}
        actions={
          <Choice
            label={texts.range}
            options={RANGES}
            value={range}
            onChange={(value) => setText(value === FIRST ? "" : value, { step: true })}
          />
        }
      >
        <QueryState query={metrics} loading={<div className={classes["reserve"]} />}>
          {({ samples, interval, marks }) => (
            <Graphs samples={samples} interval={interval} span={minutes * 60} marks={marksOf(marks)} />
          )}
        </QueryState>
      </InfoBox>
    </div>
  );
}

interface GraphsProps {
  samples: readonly Sample[];
  /** s between two samples. */
  interval: number;
  /** s that were asked for. */
  span: number;
  marks: readonly Mark[];
}

function Graphs(props: GraphsProps) {
  return (
    <div className={classes["graphs"]}>
      {SERIES.map((series) => (
        <Graph key={series} series={series} {...props} />
      ))}
      {props.marks.length === 0 ? null : (
        <div className="hw-visually-hidden">
          <p>{texts.marksTitle}</p>
          <ul>
            {props.marks.map(({ at, text }) => (
              <li key={`${at} ${text}`}>{`${formatDateTimeShort(at * 1_000)}: ${text}`}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface GraphProps extends GraphsProps {
  series: Series;
}

function Graph({ series, samples, interval, span, marks }: GraphProps) {
  const scheme = useComputedColorScheme("light");
  const figures = figuresOf(samples, series);
  const name = texts[series];
  return (
    <figure className={classes["figure"]}>
      <figcaption>
        <span className="hw-visually-hidden">
          {figures
            ? texts.summary(name, figures.now, figures.mean, figures.most)
            : `${name}: ${texts.tooFew}`}
        </span>
        <span className={classes["caption"]} aria-hidden>
          <span className={classes["name"]}>{name}</span>
          <span className={classes["now"]}>{figures ? formatPercent(figures.now) : null}</span>
        </span>
      </figcaption>
      <div className={classes["plot"]} aria-hidden>
        {samples.length > 1 ? (
          <Suspense fallback={null}>
            <HistoryGraph
              key={scheme}
              series={series}
              columns={columnsOf(samples, series, interval)}
              interval={interval}
              span={span}
              marks={marks}
            />
          </Suspense>
        ) : (
          <p className={classes["empty"]}>{texts.tooFew}</p>
        )}
      </div>
      <p className={classes["figures"]} aria-hidden>
        {figures && samples.length > 1 ? texts.figures(figures.mean, figures.most) : null}
      </p>
    </figure>
  );
}
