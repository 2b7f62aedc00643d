/** How the alarms behave, and what could be done about it. */

import { Choice } from "../../../components/choice.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { BoxGrid, InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTimeShort, formatDuration, formatNumber } from "../../../lib/format.ts";
import { formatDecimal } from "../../../lib/intl.ts";
import { alarmsTexts } from "../../../texts/index.ts";
import { type Figures, useFigures } from "../api/alarms.ts";
import { useAlarmSearch } from "../model/use-alarm-search.ts";
import { priorityWord, proposalsOf, shareText } from "../model/words.ts";
import classes from "./alarms.module.css";

const texts = alarmsTexts.figures;
const RANGES = Object.entries(texts.ranges).map(([value, label]) => ({ value, label }));

export function FiguresTab() {
  const { search, go } = useAlarmSearch();
  const range = search.range ?? "week";
  const query = useFigures(range);
  return (
    <div className={layout["stack"]}>
      <Choice
        label={alarmsTexts.history.range}
        options={RANGES}
        value={range}
        onChange={(value) => go({ range: value })}
      />
      <QueryState query={query}>{(figures) => <All figures={figures} />}</QueryState>
    </div>
  );
}

function All({ figures }: { figures: Figures }) {
  return (
    <>
      <Proposals figures={figures} />
      <BoxGrid ownHeight>
        <Overall figures={figures} />
        <InfoBox title={texts.byPriority}>
          <InfoList
            items={figures.priorities.map((count, at) => ({
              label: priorityWord(at + 1),
              value:
                figures.raised === 0
                  ? formatNumber(count)
                  : `${formatNumber(count)} (${shareText(count / figures.raised)})`,
            }))}
          />
        </InfoBox>
      </BoxGrid>
      {figures.worst.length > 0 ? (
        <InfoBox title={texts.worst} flush>
          <FactTable label={texts.worst} rows={figures.worst} columns={WORST} rowKey={({ id }) => id} />
        </InfoBox>
      ) : null}
      {figures.chattering.length > 0 ? (
        <InfoBox title={texts.chattering} flush>
          <p className={classes["intro"]}>{texts.chatteringText}</p>
          <FactTable
            label={texts.chattering}
            rows={figures.chattering}
            columns={COUNTED}
            rowKey={({ id }) => id}
          />
        </InfoBox>
      ) : null}
    </>
  );
}

type Counted = Figures["chattering"][number];

const COUNTED: readonly FactColumn<Counted>[] = [
  { id: "text", header: texts.columns.text, rowHeader: true, breaks: true, cell: ({ text }) => text },
  { id: "count", header: texts.columns.count, align: "right", cell: ({ count }) => formatNumber(count) },
];
const WORST: readonly FactColumn<Figures["worst"][number]>[] = [
  ...COUNTED,
  { id: "share", header: texts.columns.share, align: "right", cell: ({ share }) => shareText(share) },
];

function Proposals({ figures }: { figures: Figures }) {
  const proposals = proposalsOf(figures);
  return (
    <InfoBox title={texts.proposals}>
      {figures.raised === 0 && proposals.length === 0 ? (
        <EmptyState title={texts.nothing} />
      ) : proposals.length === 0 ? (
        <p>{texts.fine}</p>
      ) : (
        <ul className={classes["proposals"]}>
          {proposals.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className={layout["muted"]}>{texts.text}</p>
    </InfoBox>
  );
}

function Overall({ figures: { ack_time, floods, peak, raised, rate, stale } }: { figures: Figures }) {
  return (
    <InfoBox title={texts.title}>
      <InfoList
        items={[
          { label: texts.raised, value: formatNumber(raised) },
          { label: texts.rate, value: <WithHint text={formatDecimal(rate, 0, 2)} hint={texts.rateAim} /> },
          {
            label: texts.peak,
            value:
              peak.count === 0
                ? formatNumber(0)
                : texts.peakAt(formatNumber(peak.count), formatDateTimeShort(peak.at)),
          },
          { label: texts.floods, value: <WithHint text={formatNumber(floods)} hint={texts.floodsHint} /> },
          { label: texts.stale, value: formatNumber(stale) },
          {
            label: texts.ack,
            value: ack_time
              ? texts.ackText(formatDuration(ack_time.median), formatDuration(ack_time.p90))
              : texts.ackNone,
          },
        ]}
      />
    </InfoBox>
  );
}

const WithHint = ({ text, hint }: { text: string; hint: string }) => (
  <>
    {text} <span className={layout["muted"]}>({hint})</span>
  </>
);
