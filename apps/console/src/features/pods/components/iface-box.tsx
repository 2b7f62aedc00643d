/** Connections and listeners of a pod. */
import { IconPlugConnected } from "@tabler/icons-react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { podsTexts } from "../../../texts/index.ts";
import { type Iface, usePodChannels } from "../api/pod-channels.ts";
import { DottedName } from "./dotted-name.tsx";
import classes from "./pod-table.module.css";

const texts = podsTexts.ifaces;
const columnTexts = texts.columns;

const ID: DataColumn<Iface> = {
  id: "id",
  header: columnTexts.id,
  value: ({ id }) => id,
  cell: ({ id }) => <DottedName name={id} />,
};
const PORT: DataColumn<Iface> = {
  id: "port",
  header: columnTexts.port,
  value: ({ port }) => port ?? 0,
  // A port is a name, not a quantity: no separators.
  cell: ({ port }) => (port === null ? "" : String(port)),
  align: "right",
};
const REST: readonly DataColumn<Iface>[] = [
  {
    id: "state",
    header: columnTexts.state,
    value: ({ state }) => state,
    cell: ({ state, error }) => (
      <StatusBadge tone={state ? "ok" : error === undefined ? "off" : "error"}>
        {state ? texts.up : texts.down}
      </StatusBadge>
    ),
  },
  {
    id: "active",
    header: columnTexts.active,
    value: ({ active }) => active,
    cell: ({ active }) => formatNumber(active),
    align: "right",
  },
  {
    id: "last",
    header: columnTexts.last,
    value: ({ last }) => last,
    cell: ({ last }) => (
      <span className={classes["nowrap"]}>
        <RelativeTime ms={last} />
      </span>
    ),
  },
  {
    id: "error",
    header: columnTexts.error,
    value: ({ error }) => error ?? "",
    cell: ({ error }) => (error === undefined ? null : <span className={classes["error"]}>{error}</span>),
  },
];
const WITHOUT_PORT: readonly DataColumn<Iface>[] = [ID, ...REST];
const WITH_PORT: readonly DataColumn<Iface>[] = [ID, PORT, ...REST];

export function IfaceBox({ pod }: { pod: string }) {
  const channels = usePodChannels(pod);
  return (
    <InfoBox title={texts.title} icon={IconPlugConnected} flush>
      <QueryState query={channels}>
        {({ channels }) => (
          <DataTable
            label={texts.title}
            rows={channels}
            columns={channels.some(({ port }) => port !== null) ? WITH_PORT : WITHOUT_PORT}
            rowKey={({ id }) => id}
            emptyState={{ title: texts.none }}
            stacked
          />
        )}
      </QueryState>
    </InfoBox>
  );
}
