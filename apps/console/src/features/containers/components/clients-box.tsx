/** Who is connected to the MQTT broker. */
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { containersTexts } from "../../../texts/index.ts";
import { type BrokerClient, useBrokerClients } from "../api/add-ons.ts";
import classes from "./section.module.css";

const texts = containersTexts.clients;

export function ClientsBox() {
  const query = useBrokerClients();
  return (
    <InfoBox title={texts.box} flush>
      <QueryState
        query={query}
        empty={({ clients }) => clients.length === 0}
        emptyState={{ title: texts.empty, text: texts.emptyText }}
      >
        {({ clients, more }) => (
          <>
            <DataTable
              label={texts.box}
              name="clients"
              rows={clients}
              columns={COLUMNS}
              rowKey={({ address, port }) => `${address} ${port}`}
            />
            <p className={classes["note"]}>
              {more === 0 ? null : <strong>{`${texts.more(more)} `}</strong>}
              {texts.note}
            </p>
          </>
        )}
      </QueryState>
    </InfoBox>
  );
}

const heads = texts.columns;
const COLUMNS: readonly DataColumn<BrokerClient>[] = [
  {
    id: "client",
    header: heads.client,
    mono: true,
    rowHeader: true,
    breaks: true,
    value: ({ client }) => client ?? texts.unknown,
  },
  { id: "usr", header: heads.usr, breaks: true, value: ({ usr }) => usr ?? "" },
  { id: "access", header: heads.access, value: ({ port }) => texts.access[port] ?? String(port) },
  { id: "address", header: heads.address, mono: true, value: ({ address }) => address },
  {
    id: "since",
    header: heads.since,
    value: ({ since }) => since ?? "",
    cell: ({ since }) => (since === null ? null : <RelativeTime ms={Date.parse(since)} />),
  },
];
