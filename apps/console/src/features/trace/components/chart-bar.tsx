/** Span, zoom and export of a chart. */
import { ActionIcon, NativeSelect, Tooltip } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type Chart } from "../../../components/chart/chart-data.ts";
import { moved, RANGES, type Range, type Span, zoomed } from "../../../components/chart/span.ts";
import { Choice } from "../../../components/choice.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { traceTexts } from "../../../texts/index.ts";
import { chartCsv } from "../model/chart-csv.ts";
import { COMPARISONS, isZoomed } from "../model/chart-search.ts";
import type { TraceSearch } from "../model/search.ts";
import classes from "./chart.module.css";
import bar from "./toolbar.module.css";

const texts = traceTexts.charts;

export interface ChartBarProps {
  search: TraceSearch;
  onSearch: (search: TraceSearch) => void;
  chart: Chart | undefined;
  /** What is shown is that of another span. */
  busy: boolean;
  /** There is none, and none is on its way. */
  failed: boolean;
}

export function ChartBar({ search, onSearch, chart, busy, failed }: ChartBarProps) {
  const chan = search.chan ?? [];
  const zoom = isZoomed(search);
  const base = { tab: "charts" as const, chan };
  const compared = search.compare ? { compare: search.compare } : {};
  const router = useRouter({ warn: false });
  const select = (range: Range): void =>
    onSearch({ ...base, ...compared, ...(range === "day" ? {} : { range }) });
  const compare = (value: string): void => {
    const { compare: _before, ...others } = search;
    const chosen = COMPARISONS.find((known) => known === value);
    onSearch(chosen ? { ...others, compare: chosen } : others);
  };
  // With the span as it is shown now: whoever opens it later sees the same.
  const address = (): string => {
    const { from, to } = chart ?? { from: 0, to: 0 };
    const shared = { ...base, ...compared, from: Math.floor(from), to: Math.floor(to) };
    return location.origin + router.buildLocation({ to: "/runtime/debug", search: shared }).href;
  };
  const show = (change: (span: Span) => Span) => (): void => {
    if (!chart) return;
    const { from, to } = change(zoom ? { from: search.from, to: search.to } : chart);
    onSearch({ ...base, ...compared, from, to });
  };
  const around = (factor: number) => (span: Span) => zoomed(span, factor, (span.from + span.to) / 2);
  const steps = [
    { label: texts.earlier, Icon: IconChevronLeft, act: show((span) => moved(span, -0.5)) },
    { label: texts.zoomIn, Icon: IconZoomIn, act: show(around(0.5)) },
    { label: texts.zoomOut, Icon: IconZoomOut, act: show(around(2)) },
    { label: texts.later, Icon: IconChevronRight, act: show((span) => moved(span, 0.5)) },
  ];
  return (
    <div className={bar["bar"]}>
      <Choice
        label={texts.range}
        options={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
        value={zoom ? "" : (search.range ?? "day")}
        onChange={(value) => select(RANGES.find((known) => known === value) ?? "day")}
      />
      <div className={classes["steps"]}>
        {steps.map(({ label, Icon, act }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon variant="default" size="lg" aria-label={label} onClick={act}>
              <Icon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
      <output className={bar["count"]}>
        {chart && !busy ? texts.span(formatDateTimeShort(chart.from), formatDateTimeShort(chart.to)) : null}
        {(chart && !busy) || failed ? null : texts.loading}
      </output>
      <NativeSelect
        size="xs"
        aria-label={texts.compare}
        value={search.compare ?? ""}
        data={[
          { value: "", label: texts.compareNone },
          ...COMPARISONS.map((value) => ({ value, label: texts.comparisons[value] })),
        ]}
        onChange={({ currentTarget: { value } }) => compare(value)}
      />
      <div className={bar["end"]}>
        {chart && !busy ? <CopyButton size="xs" label={texts.share} text={address} /> : null}
        <IconButton
          variant="default"
          size="xs"
          icon={IconDownload}
          disabled={!chart || busy}
          onClick={() => {
            if (chart) saveFile(texts.filename, chartCsv(chart), "text/csv");
          }}
        >
          {traceTexts.csv.button}
        </IconButton>
      </div>
    </div>
  );
}
