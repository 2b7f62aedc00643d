/** Interfaces or pods with the state of their connections: all of them, or those that match. */
import { useQuery } from "@tanstack/react-query";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { traceTexts } from "../../../texts/index.ts";
import { connectionsQuery } from "../api/connections.ts";
import { connectionsCsv } from "../model/csv.ts";
import type { ConnRecord } from "../model/records.ts";
import type { TraceSearch } from "../model/search.ts";
import { NameCell, TimeCell } from "./cells.tsx";
import { NoProject } from "./no-project.tsx";
import classes from "./record-table.module.css";
import { useWatchlist } from "./use-watchlist.ts";

export function ConnectionsTab({ kind, search }: { kind: "interfaces" | "pods"; search: TraceSearch }) {
  const names = search.name ?? [];
  const query = useQuery(connectionsQuery(kind === "pods" ? "pod" : "iface", names));
  const { project } = useWatchlist();
  if (names.length === 0 && project === undefined && query.data?.length === 0) return <NoProject />;
  return (
    <QueryState
      query={query}
      empty={(records) => records.length === 0}
      emptyState={{ title: names.length > 0 ? traceTexts.connectionsNone : traceTexts[kind].none }}
    >
      {(records) => (
        <DataTable
          label={traceTexts.tabs[kind]}
          name={kind}
          rows={records}
          columns={COLUMNS[kind]}
          rowKey={({ chan }) => chan}
          filter={false}
          maxHeight="62vh"
          toolbar={
            <DownloadButton
              size="xs"
              ml="auto"
              start={() => saveFile(traceTexts.csv.connectionFilename, connectionsCsv(records), "text/csv")}
            >
              {traceTexts.csv.button}
            </DownloadButton>
          }
        />
      )}
    </QueryState>
  );
}

const column = traceTexts.column;
const nameColumn = (header: string): DataColumn<ConnRecord> => ({
  id: "chan",
  header,
  value: ({ chan }) => chan,
  cell: ({ chan }) => (
    <div className={classes["wide"]}>
      <NameCell chan={chan} />
    </div>
  ),
});
const STATES: readonly DataColumn<ConnRecord>[] = [
  {
    id: "state",
    header: column.state,
    value: ({ conn_state }) => (conn_state ? 1 : 0),
    cell: ({ conn_state, level }) => (
      <StatusBadge tone={conn_state ? "ok" : level === "err" ? "error" : "off"}>
        {conn_state ? traceTexts.connected : traceTexts.disconnected}
      </StatusBadge>
    ),
  },
  {
    id: "active",
    header: column.active,
    value: ({ conn_active }) => conn_active,
    cell: ({ conn_active }) => formatNumber(conn_active),
    align: "right",
  },
  {
    id: "connections",
    header: column.connections,
    value: ({ conn_count }) => conn_count,
    cell: ({ conn_count }) => formatNumber(conn_count),
    align: "right",
  },
  {
    id: "changed",
    header: column.changed,
    value: ({ conn_last }) => conn_last,
    cell: ({ conn_last }) => <TimeCell ms={conn_last} />,
  },
  {
    id: "error",
    header: column.error,
    value: ({ err_text }) => err_text ?? "",
    cell: ({ err_text }) => <span className={classes["error"]}>{err_text}</span>,
  },
];
const COLUMNS = {
  pods: [nameColumn(column.pod), ...STATES],
  interfaces: [nameColumn(column.iface), ...STATES],
};
