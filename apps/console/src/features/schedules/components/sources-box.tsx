/** Calendars that are imported, how they are, and where they come from. */

import { calendarSourceFetch, calendarSourceSave } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconCalendarDown, IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "../../../api/info.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { RowActions } from "../../../components/row-actions.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { schedulesTexts } from "../../../texts/index.ts";
import { type Source, useSourceActions, useSources } from "../api/sources.ts";
import classes from "./schedules.module.css";
import { AddressDialog, FileDialog } from "./source-dialogs.tsx";

const texts = schedulesTexts.sources;

type Open =
  | { kind: "url"; source: Source | undefined }
  | { kind: "file" }
  | { kind: "remove"; source: Source };

export function SourcesBox() {
  const query = useSources();
  const { reload, remove } = useSourceActions();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  async function ask({ id }: Source): Promise<void> {
    try {
      const { error } = await reload.mutateAsync(id);
      if (error === undefined) notice.success(texts.loaded);
      else notice.warning(error);
    } catch (error) {
      notice.apiError(error);
    }
  }
  const may = { reload: useMay(calendarSourceFetch), change: useMay(calendarSourceSave) };
  const columns = columnsFor((source) => void ask(source), setOpen, may);
  return (
    <InfoBox
      title={texts.title}
      icon={IconCalendarDown}
      flush
      actions={
        <May call={calendarSourceSave}>
          <Button size="xs" variant="default" onClick={() => setOpen({ kind: "file" })}>
            {texts.addFile}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen({ kind: "url", source: undefined })}>
            {texts.addUrl}
          </Button>
        </May>
      }
    >
      <p className={classes["intro"]}>{texts.text}</p>
      <QueryState
        query={query}
        empty={({ data }) => data.sources.length === 0}
        emptyState={{ title: texts.none }}
      >
        {({ data }) => (
          <FactTable label={texts.title} rows={data.sources} columns={columns} rowKey={({ id }) => id} top />
        )}
      </QueryState>
      {open?.kind === "url" ? (
        <AddressDialog source={open.source} etag={query.data?.etag} onClose={close} />
      ) : null}
      {open?.kind === "file" ? <FileDialog onClose={close} /> : null}
      {open?.kind === "remove" ? (
        <ConfirmDialog
          onClose={close}
          title={texts.remove}
          question={texts.question(open.source.id)}
          confirmLabel={texts.remove}
          danger
          onConfirm={() => remove.mutateAsync(open.source.id)}
          onDone={() => notice.success(texts.removed)}
        />
      ) : null}
    </InfoBox>
  );
}

function State({ source: { days, error, events, good, left } }: { source: Source }) {
  return (
    <span className={classes["lines"]}>
      {error === undefined ? null : <StatusBadge tone="warn">{texts.error(error)}</StatusBadge>}
      <span>{texts.count(days, events)}</span>
      {left === 0 ? null : <span className={layout["muted"]}>{texts.left(left)}</span>}
      {good === undefined ? null : <span className={layout["muted"]}>{texts.good(formatMoment(good))}</span>}
    </span>
  );
}

function columnsFor(
  ask: (source: Source) => void,
  open: (what: Open) => void,
  may: { reload: boolean; change: boolean },
): readonly FactColumn<Source>[] {
  return [
    { id: "name", header: texts.columns.name, rowHeader: true, breaks: true, cell: ({ id }) => id },
    { id: "from", header: texts.columns.from, breaks: true, cell: ({ from }) => from },
    { id: "state", header: texts.columns.state, breaks: true, cell: (source) => <State source={source} /> },
    {
      id: "actions",
      header: texts.columns.actions,
      cell: (source) => (
        <RowActions
          row={source.id}
          actions={[
            ...(source.polled && may.reload
              ? [{ label: texts.reload, icon: IconRefresh, run: () => ask(source) }]
              : []),
            ...(source.polled && may.change
              ? [{ label: texts.changeUrl, icon: IconPencil, run: () => open({ kind: "url", source }) }]
              : []),
            ...(may.change
              ? [{ label: texts.remove, icon: IconTrash, run: () => open({ kind: "remove", source }) }]
              : []),
          ]}
        />
      ),
    },
  ];
}
