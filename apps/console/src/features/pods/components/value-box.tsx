/** Live values of all channels of a pod. Only the cells in view follow the changes. */
import { LIMITS } from "@hubwart/contract";
import { IconGauge } from "@tabler/icons-react";
import { useMemo } from "react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { useClockOffset } from "../../../lib/device-clock.ts";
import { formatDateTime, formatNumber, NOTHING } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { podsTexts } from "../../../texts/index.ts";
import { usePodChannels } from "../api/pod-channels.ts";
import { useChannels, usePodValues, useRecord } from "../api/pod-values.ts";
import type { ValueStore } from "../model/value-store.ts";
import { ageText, valueText } from "../model/value-text.ts";
import { DottedName } from "./dotted-name.tsx";
import { ReadButton } from "./read-button.tsx";
import classes from "./value-box.module.css";

const texts = podsTexts.values;

interface Channel {
  chan: string;
}

export function ValueBox({ pod }: { pod: string }) {
  const { store, query } = usePodValues(pod);
  const methods = usePodChannels(pod).data?.methods ?? [];
  return (
    <InfoBox title={texts.title} icon={IconGauge} flush>
      <QueryState query={query}>
        {({ truncated }) => (
          <ValueTable
            store={store}
            truncated={truncated}
            reads={methods.includes("read") ? pod : undefined}
          />
        )}
      </QueryState>
    </InfoBox>
  );
}

interface ValueTableProps {
  store: ValueStore;
  truncated: boolean;
  /** The pod, where it can be asked to read a channel. */
  reads: string | undefined;
}

function ValueTable({ store, truncated, reads }: ValueTableProps) {
  const channels = useChannels(store);
  const columns = useMemo(() => columnsOf(store, reads), [store, reads]);
  return (
    <div className={classes["table"]}>
      <DataTable<Channel>
        label={texts.title}
        rows={channels}
        columns={columns}
        rowKey={({ chan }) => chan}
        emptyState={{ title: texts.none }}
        toolbar={
          truncated ? <span className={classes["note"]}>{texts.truncated(channels.length)}</span> : undefined
        }
      />
    </div>
  );
}

/** Sorted and filtered by name only: a table that reorders itself twice a second cannot be read. */
function columnsOf(store: ValueStore, reads: string | undefined): readonly DataColumn<Channel>[] {
  const { columns } = texts;
  const read: DataColumn<Channel>[] =
    reads === undefined
      ? []
      : [
          {
            id: "read",
            header: podsTexts.read.column,
            cell: ({ chan }) => <ReadButton pod={reads} chan={chan} />,
            width: "1%",
          },
        ];
  return [
    {
      id: "chan",
      header: columns.chan,
      value: ({ chan }) => chan,
      cell: ({ chan }) => <DottedName name={chan} />,
    },
    { id: "value", header: columns.value, cell: ({ chan }) => <Value store={store} chan={chan} /> },
    {
      id: "age",
      header: columns.age,
      cell: ({ chan }) => <Age store={store} chan={chan} />,
      align: "right",
      width: "1%",
    },
    {
      id: "count",
      header: columns.count,
      cell: ({ chan }) => <Count store={store} chan={chan} />,
      align: "right",
      width: "1%",
    },
    ...read,
  ];
}

interface CellProps extends Channel {
  store: ValueStore;
}

const QUALITY = [undefined, texts.uncertain, texts.bad];

function Value({ store, chan }: CellProps) {
  const record = useRecord(store, chan);
  if (record === undefined || record.last === 0)
    return <span className={classes["note"]}>{texts.never}</span>;
  const quality = QUALITY[record.quality];
  const text = valueText(record.value);
  return (
    <span className={classes["value"]} title={text}>
      {text}
      {quality === undefined ? null : <span className={classes["quality"]}>{quality}</span>}
    </span>
  );
}

function Age({ store, chan }: CellProps) {
  const last = useRecord(store, chan)?.last ?? 0;
  const now = useNow(LIMITS.clockDifference) + useClockOffset();
  if (last === 0) return NOTHING;
  return (
    <span className={classes["number"]} title={formatDateTime(last)}>
      {ageText(now - last)}
    </span>
  );
}

function Count({ store, chan }: CellProps) {
  return <span className={classes["number"]}>{formatNumber(useRecord(store, chan)?.count ?? 0)}</span>;
}
