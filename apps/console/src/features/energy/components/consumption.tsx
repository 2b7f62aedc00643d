/** One meter in a span: chart, facts, weeks, and what happened to its reading. */

import { energyExchange } from "@hubwart/contract";
import { Button, useComputedColorScheme } from "@mantine/core";
import { IconActivity, IconCalendar, IconListDetails } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { May } from "../../../rights/may.tsx";
import { energyTexts as texts } from "../../../texts/index.ts";
import { type Meter, type MeterEvent, type Periods, useMeterEvents, useSums } from "../api/energy.ts";
import { moved, type Span, spanOf } from "../model/spans.ts";
import { amountText, labelsOf, spanText } from "../model/words.ts";
import classes from "./energy.module.css";
import { ExchangeDialog } from "./exchange-dialog.tsx";
import { HeatMap } from "./heat-map.tsx";
import { Doubts, MeterFacts } from "./meter-facts.tsx";

const BarChart = lazy(async () => ({ default: (await import("./bar-chart.tsx")).BarChart }));

interface ConsumptionProps {
  meter: Meter;
  at: string;
  span: Span;
  now: number;
}

export function Consumption({ at, meter, now, span }: ConsumptionProps) {
  const [exchanging, setExchanging] = useState(false);
  const query = useSums({ ...spanOf(at, span), meters: meter.id });
  const before = useSums({ ...spanOf(moved(at, "year", -1), span), meters: meter.id });
  const name = meter.label ?? meter.id;
  const counter = meter.kind === "counter";
  return (
    <div className={layout["stackWide"]}>
      {meter.breaks > 0 ? (
        <div className={classes["break"]} role="note">
          <span>{texts.breaks(meter.breaks)}</span>
          <May call={energyExchange}>
            <Button variant="default" onClick={() => setExchanging(true)}>
              {texts.exchange.open}
            </Button>
          </May>
        </div>
      ) : null}
      <InfoBox
        title={`${name}, ${spanText(at, span)}`}
        icon={IconActivity}
        actions={
          counter ? (
            <May call={energyExchange}>
              <Button variant="default" size="xs" onClick={() => setExchanging(true)}>
                {texts.exchange.open}
              </Button>
            </May>
          ) : undefined
        }
      >
        <QueryState query={query}>
          {(periods) => (
            <Shown
              meter={meter}
              periods={periods}
              before={before.data}
              label={texts.chart(name, spanText(at, span))}
            />
          )}
        </QueryState>
      </InfoBox>
      <InfoBox title={texts.heat.title} icon={IconCalendar}>
        <HeatMap at={at} meter={meter} now={now} />
      </InfoBox>
      {counter ? <Events meter={meter} /> : null}
      {exchanging ? <ExchangeDialog meter={meter} onClose={() => setExchanging(false)} /> : null}
    </div>
  );
}

interface ShownProps {
  meter: Meter;
  periods: Periods;
  before: Periods | undefined;
  label: string;
}

function Shown({ before, label, meter, periods }: ShownProps) {
  const scheme = useComputedColorScheme();
  const [sums] = periods.meters;
  const [old] = before?.meters ?? [];
  const chart = useMemo(
    () =>
      sums && {
        labels: labelsOf(periods.bounds, periods.step, periods.zone),
        amounts: sums.amounts,
        before: old?.total.amount == null ? undefined : old.amounts,
        doubtful: sums.missing.map((share, at) => share > 0.01 || (sums.estimated[at] ?? 0) > 0),
        unit: meter.unit,
        target: targetOf(meter, periods.step),
      },
    [meter, old, periods, sums],
  );
  if (!sums || !chart) return null;
  if (sums.total.amount === null) return <p className={classes["muted"]}>{texts.nothing}</p>;
  return (
    <div className={classes["columns"]}>
      <div>
        <figure className={classes["chart"]} aria-label={label}>
          <Suspense fallback={<LoadingState />}>
            <BarChart key={scheme} {...chart} />
          </Suspense>
        </figure>
        <div className={classes["note"]}>
          <Doubts sums={sums} />
        </div>
      </div>
      <MeterFacts meter={meter} periods={periods} sums={sums} before={old} />
    </div>
  );
}

/** Of one bar. */
function targetOf({ target, targetFor }: Meter, step: string): number | undefined {
  return (step === "day" && targetFor === "day") || (step === "month" && targetFor === "month")
    ? target
    : undefined;
}

function Events({ meter }: { meter: Meter }) {
  const query = useMeterEvents(meter.id);
  const { columns } = texts.events;
  return (
    <InfoBox title={texts.events.title} icon={IconListDetails} flush>
      <QueryState
        query={query}
        empty={({ events }) => events.length === 0}
        emptyState={{ title: texts.events.none }}
      >
        {({ events }) => (
          <FactTable
            label={texts.events.title}
            rows={events}
            rowKey={({ at, what }) => `${at} ${what}`}
            columns={[
              { id: "at", header: columns.at, rowHeader: true, cell: ({ at }) => formatDateTimeShort(at) },
              { id: "what", header: columns.what, cell: whatText },
              { id: "readings", header: columns.readings, cell: (event) => readingsText(event, meter.unit) },
            ]}
          />
        )}
      </QueryState>
    </InfoBox>
  );
}

function whatText({ by, settled, what }: MeterEvent): string {
  const words = [
    texts.events.what[what],
    ...(settled ? [texts.events.settled] : []),
    ...(by === undefined ? [] : [texts.events.by(by)]),
  ];
  return words.join(", ");
}

function readingsText({ end, from, start, to }: MeterEvent, unit: string): string {
  const [old, fresh] = [end ?? from?.reading, start ?? to?.reading];
  return `${amountText(old, unit)} → ${amountText(fresh, unit)}`;
}
