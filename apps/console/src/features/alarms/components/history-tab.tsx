/** What became of alarms: a page of events, all of them as CSV. */

import { LIMITS } from "@hubwart/contract";
import { NativeSelect } from "@mantine/core";
import { DottedName } from "../../../components/dotted-name.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { Pager } from "../../../components/pager.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { valueText } from "../../../lib/value-text.ts";
import { alarmsTexts } from "../../../texts/index.ts";
import { type AlarmEvent, downloadHistory, useHistory } from "../api/alarms.ts";
import { type AlarmSearch, KIND_NAMES, SPAN_NAMES } from "../model/search.ts";
import { useAlarmSearch } from "../model/use-alarm-search.ts";
import { priorityTone, priorityWord } from "../model/words.ts";
import classes from "./alarms.module.css";
import { PrioritySelect } from "./priority-select.tsx";

const texts = alarmsTexts.history;

const COLUMNS: readonly FactColumn<AlarmEvent>[] = [
  {
    id: "time",
    header: texts.columns.time,
    cell: ({ at }) => (
      <time className={classes["nowrap"]} dateTime={new Date(at).toISOString()}>
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    id: "what",
    header: texts.columns.what,
    cell: ({ nr, priority, what }) => (
      <span className={classes["what"]}>
        {texts.events[what]}
        {nr === 0 ? null : <StatusBadge tone={priorityTone(priority)}>{priorityWord(priority)}</StatusBadge>}
      </span>
    ),
  },
  {
    id: "text",
    header: texts.columns.text,
    breaks: true,
    cell: ({ id, text, source, value }) => (
      <span className={classes["lines"]}>
        <span>{text === "" ? <DottedName name={id} /> : text}</span>
        <span className={layout["muted"]}>
          <DottedName name={source} />
          {value === undefined ? null : `: ${valueText(value)}`}
        </span>
      </span>
    ),
  },
  {
    id: "by",
    header: texts.columns.by,
    breaks: true,
    cell: ({ by, why }) =>
      by === undefined && why === undefined ? null : (
        <span className={classes["lines"]}>
          {by === undefined ? null : <span>{by}</span>}
          {why === undefined ? null : <span className={layout["muted"]}>{why}</span>}
        </span>
      ),
  },
];

export function HistoryTab() {
  const { search, go } = useAlarmSearch();
  const history = useHistory(search);
  const page = search.page ?? 1;
  const before = (page - 1) * LIMITS.alarmsPage;
  const searched = search.text !== undefined || search.kind !== undefined || search.priority !== undefined;
  return (
    <InfoBox
      title={texts.title}
      actions={<DownloadButton start={() => downloadHistory(search)}>{texts.download}</DownloadButton>}
      flush
    >
      <Filter search={search} go={go} />
      <QueryState
        query={history}
        empty={({ total }) => total === 0}
        emptyState={{ title: texts.none, text: searched ? texts.noneText : undefined }}
      >
        {({ events, total }) => (
          <>
            <FactTable
              label={texts.title}
              rows={events}
              columns={COLUMNS}
              rowKey={({ seq }) => String(seq)}
              top
            />
            <Pager
              label={texts.pager.label}
              page={page}
              pages={Math.max(1, Math.ceil(total / LIMITS.alarmsPage))}
              rows={texts.pager.rows(events.length === 0 ? 0 : before + 1, before + events.length, total)}
              onTurn={(to) => go({ page: to })}
            />
          </>
        )}
      </QueryState>
    </InfoBox>
  );
}

function Filter({ search, go }: { search: AlarmSearch; go: ReturnType<typeof useAlarmSearch>["go"] }) {
  return (
    <search className={classes["search"]} data-inside>
      <SearchField
        label={alarmsTexts.search}
        placeholder={alarmsTexts.searchHint}
        text={search.text ?? ""}
        change={(text) => go({ text })}
      />
      <NativeSelect
        label={texts.kind}
        value={search.kind ?? "all"}
        onChange={({ currentTarget }) => go({ kind: currentTarget.value })}
        data={KIND_NAMES.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      <PrioritySelect value={search.priority} change={(priority) => go({ priority })} />
      <NativeSelect
        label={texts.range}
        value={search.range ?? "week"}
        onChange={({ currentTarget }) => go({ range: currentTarget.value })}
        data={SPAN_NAMES.map((value) => ({ value, label: texts.ranges[value] }))}
      />
    </search>
  );
}
