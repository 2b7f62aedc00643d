/** Connections and listeners of a pod. */

import { podCheck, podTest } from "@hubwart/contract";
import { IconPlugConnected } from "@tabler/icons-react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { May } from "../../../rights/may.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { type Iface, usePodChannels } from "../api/pod-channels.ts";
import checkClasses from "./check-button.module.css";
import { CheckButton } from "./check-button.tsx";
import classes from "./pod-table.module.css";
import { TestButton } from "./test-button.tsx";

const texts = podsTexts.ifaces;
const columnTexts = texts.columns;

const ID: DataColumn<Iface> = {
  id: "id",
  header: columnTexts.id,
  value: ({ id }) => id,
  cell: ({ id, peer }) => (
    <div>
      <DottedName name={id} />
      {peer === undefined ? null : (
        <span className={classes["peer"]} title={columnTexts.peer}>
          <span className="hw-visually-hidden">{columnTexts.peer}: </span>
          {peer}
        </span>
      )}
    </div>
  ),
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
    cell: ({ active, error, state }) => (
      <span className={classes["nowrap"]}>
        <StatusBadge tone={state ? "ok" : error === undefined ? "off" : "error"}>
          {state ? (active > 0 ? texts.up : texts.ready) : texts.down}
        </StatusBadge>
      </span>
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
/** `methods`: what the pod can be asked about a connection. */
function columnsOf(
  ifaces: readonly Iface[],
  pod: string,
  methods: readonly string[],
): readonly DataColumn<Iface>[] {
  const columns = [ID, ...(ifaces.some(({ port }) => port !== null) ? [PORT] : []), ...REST];
  if (!methods.includes("check")) return columns;
  const check: DataColumn<Iface> = {
    id: "check",
    header: podsTexts.check.column,
    cell: ({ id, iface }) => (
      <div className={checkClasses["questions"]}>
        <May call={podCheck}>
          <CheckButton pod={pod} iface={iface} name={id} />
        </May>
        {methods.includes("test") ? (
          <May call={podTest}>
            <TestButton pod={pod} iface={iface} name={id} />
          </May>
        ) : null}
      </div>
    ),
    width: "1%",
    hideHeader: true,
  };
  return [...columns, check];
}

export function IfaceBox({ pod }: { pod: string }) {
  const channels = usePodChannels(pod);
  return (
    <InfoBox title={texts.title} icon={IconPlugConnected} flush>
      <QueryState query={channels}>
        {({ channels, methods }) => (
          <DataTable
            label={texts.title}
            name="interfaces"
            rows={channels}
            columns={columnsOf(channels, pod, methods)}
            rowKey={({ id }) => id}
            emptyState={{ title: texts.none }}
          />
        )}
      </QueryState>
    </InfoBox>
  );
}
