/** What the meters of the project consumed. */
import { energyMail } from "@hubwart/contract";
import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconBolt, IconChevronLeft, IconChevronRight, IconPrinter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMay, useMe } from "../../../api/info.ts";
import { Choice } from "../../../components/choice.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { FactTable } from "../../../components/fact-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { useParsed } from "../../../lib/use-view.ts";
import { energyTexts as texts } from "../../../texts/index.ts";
import {
  downloadCsv,
  downloadParquet,
  downloadReport,
  type Look,
  useEnergy,
  useSums,
} from "../api/energy.ts";
import { Balance } from "../components/balance.tsx";
import { Consumption } from "../components/consumption.tsx";
import classes from "../components/energy.module.css";
import { MailTab } from "../components/mail-tab.tsx";
import { type EnergySearch, parseEnergySearch } from "../model/search.ts";
import { moved, SPANS, type Span, spanOf, todayIn } from "../model/spans.ts";
import { spanText } from "../model/words.ts";

export function EnergyPage() {
  const query = useEnergy();
  const { bounded } = useMe();
  return (
    <PageFrame title={texts.title}>
      <QueryState
        query={query}
        empty={({ meters }) => meters.length === 0}
        emptyState={{ title: texts.none, text: bounded ? texts.noneOfYours : texts.noneText }}
      >
        {(look) => <Shown look={look} />}
      </QueryState>
    </PageFrame>
  );
}

function Shown({ look }: { look: Look }) {
  const search = useParsed(parseEnergySearch);
  const mayMail = useMay(energyMail);
  const navigate = useNavigate({ from: "/runtime/energy" });
  const today = todayIn(look.zone, look.now);
  const { span = "month" } = search;
  const at = search.at === undefined || search.at > today ? today : search.at;
  // A whole building says more than one of its parts, or than the weather.
  const meter =
    look.meters.find(({ id }) => id === search.meter) ??
    look.meters.find(({ kind, parent }) => kind !== "temperature" && parent === undefined) ??
    look.meters[0];
  const go = (change: EnergySearch) =>
    void navigate({ search: parseEnergySearch({ ...search, ...change }), replace: true, resetScroll: false });
  if (!meter) return null;
  const controls = (
    <Controls
      at={at}
      span={span}
      today={today}
      meters={search.tab === undefined ? look.meters : []}
      meter={meter.id}
      go={go}
    />
  );
  return (
    <>
      {look.trouble === undefined ? null : <p role="alert">{look.trouble}</p>}
      <SearchTabs
        label={texts.tabs.label}
        tabs={{
          consumption: {
            label: texts.tabs.consumption,
            panel: (
              <>
                {controls}
                <Consumption key={meter.id} meter={meter} at={at} span={span} now={look.now} />
              </>
            ),
          },
          balance: {
            label: texts.tabs.balance,
            panel: (
              <>
                {controls}
                <BalanceBox look={look} at={at} span={span} />
              </>
            ),
          },
          ...(look.duties.length > 0
            ? { duties: { label: texts.tabs.duties, panel: <Duties look={look} /> } }
            : {}),
          ...(mayMail ? { mail: { label: texts.tabs.mail, panel: <MailTab /> } } : {}),
        }}
      />
    </>
  );
}

interface ControlsProps {
  at: string;
  span: Span;
  today: string;
  meters: Look["meters"];
  meter: string;
  go: (change: EnergySearch) => void;
}

function Controls({ at, go, meter, meters, span, today }: ControlsProps) {
  const range = spanOf(at, span);
  return (
    <div className={classes["controls"]}>
      {meters.length > 0 ? (
        <NativeSelect
          className={classes["meter"]}
          label={texts.meter}
          value={meter}
          data={meters.map(({ id, label, medium }) => ({
            value: id,
            label: `${label ?? id} (${texts.medium(medium)})`,
          }))}
          onChange={({ currentTarget }) => go({ meter: currentTarget.value })}
        />
      ) : null}
      <Choice
        label={texts.span.label}
        value={span}
        options={SPANS.map((value) => ({ value, label: texts.span[value] }))}
        onChange={(value) => go({ span: SPANS.find((one) => one === value) ?? "month" })}
      />
      <div className={classes["turn"]}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.before}
          onClick={() => go({ at: moved(at, span, -1) })}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <span className={classes["when"]} aria-live="polite">
          {spanText(at, span)}
        </span>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.after}
          disabled={range.to >= today}
          onClick={() => go({ at: moved(at, span, 1) })}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <DownloadButton start={() => downloadCsv(range)}>{texts.downloads.csv}</DownloadButton>
      <DownloadButton start={() => downloadParquet({ ...range, step: range.step })}>
        {texts.downloads.parquet}
      </DownloadButton>
      {span === "day" ? null : (
        <DownloadButton start={() => downloadReport(at.slice(0, span === "year" ? 4 : 7))}>
          {texts.downloads.report}
        </DownloadButton>
      )}
      <IconButton variant="default" icon={IconPrinter} onClick={() => window.print()}>
        {texts.downloads.print}
      </IconButton>
    </div>
  );
}

function BalanceBox({ at, look, span }: { at: string; look: Look; span: Span }) {
  const query = useSums(spanOf(at, span));
  return (
    <InfoBox title={`${texts.balance.title}, ${spanText(at, span)}`} icon={IconBolt} flush>
      <QueryState query={query}>{(periods) => <Balance meters={look.meters} periods={periods} />}</QueryState>
    </InfoBox>
  );
}

function Duties({ look }: { look: Look }) {
  const { columns } = texts.duties;
  return (
    <InfoBox title={texts.duties.title} icon={IconBolt} flush>
      <p className={classes["text"]}>{texts.duties.text}</p>
      <FactTable
        label={texts.duties.title}
        rows={look.duties}
        rowKey={({ duty }) => duty}
        top
        columns={[
          { id: "duty", header: columns.duty, rowHeader: true, cell: ({ duty }) => duty },
          { id: "met", header: columns.met, cell: ({ met }) => texts.duties.met[met] },
          {
            id: "by",
            header: columns.by,
            cell: ({ by }) => by.map((line) => <div key={line}>{line}</div>),
          },
        ]}
      />
    </InfoBox>
  );
}
