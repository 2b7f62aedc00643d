/** Consumption of some weeks, an hour a cell and a day a row. */
import { QueryState } from "../../../components/query-state.tsx";
import { energyTexts as texts } from "../../../texts/index.ts";
import { type Meter, type Periods, useSums } from "../api/energy.ts";
import { weeksOf } from "../model/spans.ts";
import { amountText } from "../model/words.ts";
import classes from "./energy.module.css";

const WEEKS = 3;

export function HeatMap({ at, meter, now }: { at: string; meter: Meter; now: number }) {
  const query = useSums({ ...weeksOf(at, WEEKS), step: "hour", meters: meter.id });
  return <QueryState query={query}>{(data) => <Weeks data={data} meter={meter} now={now} />}</QueryState>;
}

function Weeks({ data, meter, now }: { data: Periods; meter: Meter; now: number }) {
  const sums = data.meters[0];
  if (!sums || sums.total.amount === null) return <p className={classes["muted"]}>{texts.nothing}</p>;
  const zone = data.zone || "UTC";
  const day = new Intl.DateTimeFormat("de-DE", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "numeric",
  });
  const hour = new Intl.DateTimeFormat("de-DE", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  const rows = new Map<string, { key: number; text: string; value: number | null; missing: boolean }[]>();
  sums.amounts.forEach((value, index) => {
    const begin = data.bounds[index] ?? 0;
    const name = day.format(begin);
    const text = texts.heat.cell(name, hour.format(begin), amountText(value, meter.unit));
    const missing = begin < now && (sums.missing[index] ?? 0) > 0.5;
    rows.set(name, [...(rows.get(name) ?? []), { key: begin, text, value, missing }]);
  });
  const values = sums.amounts.filter((value) => value !== null);
  const [low, high] = [Math.min(...values, 0), Math.max(...values)];
  return (
    <figure className={classes["heat"]} aria-label={texts.heat.title}>
      <figcaption className={classes["muted"]}>{texts.heat.text}</figcaption>
      <div
        className={classes["heatRows"]}
        // A day on which the clock is put back has one more.
        style={{ "--hours": Math.max(24, ...[...rows.values()].map((cells) => cells.length)) } as never}
      >
        {[...rows].map(([name, cells]) => (
          <div key={cells[0]?.key} className={classes["heatRow"]}>
            <span className={classes["heatDay"]}>{name}</span>
            {cells.map(({ key, missing, text, value }) => (
              <span
                key={key}
                title={text}
                className={classes["heatCell"]}
                data-missing={missing || undefined}
                data-none={value === null || undefined}
                style={
                  { "--heat": `${Math.round((((value ?? low) - low) / (high - low || 1)) * 100)}%` } as never
                }
              />
            ))}
          </div>
        ))}
      </div>
    </figure>
  );
}
