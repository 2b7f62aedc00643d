/** What a meter says now, each value as a row that can be taken over into a draft. */

import { draftCreate } from "@hubwart/contract";
import { Button, Checkbox, Modal } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { addRows, columnOf } from "../../../api/draft-rows.ts";
import { useRunningDrafts } from "../../../api/running-drafts.ts";
import { ChangeInDraft } from "../../../components/change-in-draft.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import type { DraftPlace } from "../../../lib/draft-place.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { mbusTexts as texts } from "../../../texts/index.ts";
import { type FoundMeter, useMeterRecords } from "../api/meters.ts";
import { cellsText, type MeterRecord, meterRows, shownValue } from "../model/meter-rows.ts";
import classes from "./meters-box.module.css";

const TABLE = "mbus";

interface MeterDialogProps {
  pod: string;
  iface: string;
  /** The pod has more than one interface. */
  several: boolean;
  meter: FoundMeter;
  onClose: () => void;
}

export function MeterDialog({ iface, meter, onClose, pod, several }: MeterDialogProps) {
  const { mutate, ...read } = useMeterRecords(pod, iface);
  useEffect(() => mutate(meter), [mutate, meter]);
  return (
    <Modal opened onClose={onClose} title={texts.recordsTitle(meter.meter)} size="min(64rem, 95vw)">
      <div aria-live="polite">
        {read.isPending ? <LoadingState shape="lines" /> : null}
        {read.isError ? <ErrorState error={read.error} onRetry={() => mutate(meter)} /> : null}
      </div>
      {read.data ? (
        <Records records={read.data.records} pod={pod} iface={several ? iface : undefined} />
      ) : null}
    </Modal>
  );
}

interface RecordsProps {
  records: readonly MeterRecord[];
  pod: string;
  iface: string | undefined;
}

function Records({ iface, pod, records }: RecordsProps) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const running = useRunningDrafts();
  const readable = records.filter(({ cells }) => cells !== undefined);
  const columns = useMemo(() => columnsFor(picked, setPicked), [picked]);
  const all = picked.size === readable.length;
  async function prepare(draft: string): Promise<DraftPlace> {
    let last = "";
    const count = await addRows(draft, TABLE, (document) => {
      const chosen = readable.filter(({ number }) => picked.has(number));
      const [, name = pod] = pod.split(".");
      const taken = columnOf(document, TABLE, "channel");
      const rows = meterRows(chosen, { pod: name, taken, ...(iface === undefined ? {} : { iface }) });
      last = String(rows.at(-1)?.["channel"] ?? "");
      return { rows, label: texts.step(rows.length) };
    });
    if (count === undefined) throw new Error(texts.changed);
    notice.success(texts.taken(count));
    return { table: TABLE, name: `${pod}.${last}` };
  }
  return (
    <div className={layout["stack"]}>
      <p className={classes["note"]}>{texts.recordsIntro}</p>
      <DataTable
        label={texts.recordsLabel}
        rows={records}
        columns={columns}
        rowKey={({ number }) => String(number)}
        maxHeight="50vh"
      />
      <div className={classes["footer"]}>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setPicked(new Set(all ? [] : readable.map(({ number }) => number)))}
        >
          {all ? texts.nothing : texts.all}
        </Button>
        <span className={classes["note"]} aria-live="polite">
          {texts.chosen(picked.size)}
        </span>
        {picked.size > 0 ? (
          <May call={draftCreate}>
            <ChangeInDraft
              place={{ table: TABLE }}
              label={texts.take}
              of={texts.chosen(picked.size)}
              prepare={prepare}
              running={running}
            />
          </May>
        ) : null}
      </div>
    </div>
  );
}

function columnsFor(
  picked: ReadonlySet<number>,
  setPicked: (picked: ReadonlySet<number>) => void,
): readonly DataColumn<MeterRecord>[] {
  return [
    {
      id: "pick",
      header: texts.recordColumns.pick,
      hideHeader: true,
      width: "1%",
      cell: ({ cells, label, number }) =>
        cells === undefined ? null : (
          <Checkbox
            aria-label={texts.pick(label)}
            checked={picked.has(number)}
            onChange={({ currentTarget }) => {
              const next = new Set(picked);
              if (currentTarget.checked) next.add(number);
              else next.delete(number);
              setPicked(next);
            }}
          />
        ),
    },
    { id: "number", header: texts.recordColumns.number, value: ({ number }) => number, align: "right" },
    { id: "label", header: texts.recordColumns.label, value: ({ label }) => label },
    { id: "value", header: texts.recordColumns.value, value: shownValue, align: "right" },
    {
      id: "row",
      header: texts.recordColumns.row,
      value: ({ cells }) => (cells === undefined ? texts.noRow : cellsText(cells)),
      cell: ({ cells }) =>
        cells === undefined ? texts.noRow : <span className={classes["mono"]}>{cellsText(cells)}</span>,
    },
  ];
}
