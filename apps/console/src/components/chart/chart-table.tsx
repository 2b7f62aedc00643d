/** The values at the pointer, or the newest: legend and, for who does not see the picture, the chart itself. */
import { formatDateTime } from "../../lib/format.ts";
import { readableNumber } from "../../lib/value-text.ts";
import { traceTexts } from "../../texts/index.ts";
import classes from "./chart.module.css";
import { lineStyle } from "./chart-colors.ts";
import { type Chart, valueAt } from "./chart-data.ts";

const texts = traceTexts.charts;
/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
const FOCUSABLE = { tabIndex: 0 } as const;

export interface ChartTableProps {
  chart: Chart;
  labels: readonly (string | undefined)[];
  units: readonly (string | undefined)[];
  dark: boolean;
  /** ms since the epoch. */
  time: number;
  /** What the lines are named by, if not by channels. */
  named?: string;
}

export function ChartTable({
  chart,
  labels,
  units,
  dark,
  time,
  named = texts.columns.chan,
}: ChartTableProps) {
  return (
    <section className={classes["values"]} aria-label={texts.values} {...FOCUSABLE}>
      <table className={classes["table"]}>
        <caption>{texts.valuesAt(formatDateTime(time))}</caption>
        <thead>
          <tr>
            <th scope="col">{named ?? texts.columns.chan}</th>
            <th scope="col">{chart.step === 0 ? texts.columns.value : texts.columns.mean}</th>
            {chart.step === 0 ? null : (
              <>
                <th scope="col">{texts.columns.min}</th>
                <th scope="col">{texts.columns.max}</th>
              </>
            )}
            <th scope="col">{texts.columns.quality}</th>
          </tr>
        </thead>
        <tbody>
          {chart.series.map((line, at) => {
            const { point, state } = valueAt(line, chart, time);
            const unit = units[at];
            const shown = (value: number | undefined): string =>
              value === undefined || unit === undefined
                ? readableNumber(value)
                : `${readableNumber(value)}\u00a0${unit}`;
            return (
              <tr key={line.chan}>
                <th scope="row">
                  <span className={classes["line"]}>
                    <Swatch at={at} dark={dark} />
                    <span>
                      {labels[at] ? <span className={classes["label"]}>{labels[at]}</span> : null}
                      <span className={classes[named === undefined ? "name" : "label"]}>{line.chan}</span>
                    </span>
                  </span>
                </th>
                <td>{shown(point?.mean)}</td>
                {chart.step === 0 ? null : (
                  <>
                    <td>{shown(point?.min)}</td>
                    <td>{shown(point?.max)}</td>
                  </>
                )}
                <td>{texts.state[state]}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Swatch({ at, dark }: { at: number; dark: boolean }) {
  const { color, dash } = lineStyle(at, dark);
  return (
    <svg className={classes["swatch"]} width="24" height="10" aria-hidden="true">
      <line x1="0" y1="5" x2="24" y2="5" stroke={color} strokeWidth="3" strokeDasharray={dash.join(" ")} />
    </svg>
  );
}
