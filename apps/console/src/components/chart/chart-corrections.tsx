/** What people corrected within the chart: when, who and why. */
import { formatDateTimeShort } from "../../lib/format.ts";
import { correctionTexts as texts } from "../../texts/index.ts";
import layout from "../layout.module.css";
import classes from "./chart.module.css";
import type { Chart } from "./chart-data.ts";

export function ChartCorrections({ chart: { series } }: { chart: Chart }) {
  const found = series.flatMap(({ chan, corrected = [] }) => corrected.map((each) => ({ chan, ...each })));
  if (found.length === 0) return null;
  return (
    <section className={classes["corrected"]} aria-label={texts.inChart}>
      <h2>{texts.inChart}</h2>
      <ul>
        {found.map(({ at, by, chan, empty, from, number, to, why }) => (
          <li key={`${chan} ${number} ${from}`}>
            <span className={classes["name"]}>{chan}</span>:{" "}
            {texts.span(formatDateTimeShort(from), formatDateTimeShort(to))}
            {empty ? `, ${texts.count(0)}` : ""}. {why}{" "}
            <span className={layout["muted"]}>({texts.who(by, formatDateTimeShort(at))})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
