/** "Schnittstellen suchen": what answers in the network. Nothing of it is taken over by itself. */
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconSearch } from "@tabler/icons-react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { knxTexts } from "../../../texts/index.ts";
import { type FoundDevice, useKnxSearch } from "../api/knx.ts";
import classes from "./knx.module.css";

const texts = knxTexts.search;
const mono = (text: string) => <span className={layout["mono"]}>{text}</span>;
const TONES: Record<FoundDevice["secure"], Tone> = { required: "ok", possible: "ok", none: "off" };
/** Tunnelling of this version also runs over TCP. */
const TCP_SINCE = 2;

function servicesText({ services }: FoundDevice): string {
  return services
    .filter(({ family }) => family !== "core")
    .map(({ family, version }) =>
      family === "tunnelling" && version >= TCP_SINCE ? texts.tunnellingTcp : texts.services[family],
    )
    .join(", ");
}

const COLUMNS: readonly DataColumn<FoundDevice>[] = [
  { id: "name", header: texts.columns.name, value: ({ name }) => name || texts.noName },
  {
    id: "address",
    header: texts.columns.address,
    value: ({ address }) => address,
    cell: ({ address }) => mono(address),
  },
  {
    id: "host",
    header: texts.columns.host,
    value: ({ host, port }) => `${host}:${port}`,
    cell: ({ host, port }) => mono(`${host}:${port}`),
  },
  { id: "services", header: texts.columns.services, value: servicesText },
  {
    id: "secure",
    header: texts.columns.secure,
    value: ({ secure }) => texts.secure[secure],
    cell: ({ secure }) => <StatusBadge tone={TONES[secure]}>{texts.secure[secure]}</StatusBadge>,
  },
  {
    id: "tunnels",
    header: texts.columns.tunnels,
    value: ({ tunnels }) => (tunnels ? texts.tunnels(tunnels.free, tunnels.total) : texts.unknown),
  },
];

export function SearchBox() {
  const search = useKnxSearch();
  const problem = search.error ? errorText(search.error) : undefined;
  const button = (
    <IconButton
      variant="default"
      size="xs"
      loading={search.isPending}
      icon={IconSearch}
      onClick={() => search.mutate()}
    >
      {search.data ? texts.again : texts.submit}
    </IconButton>
  );
  return (
    <InfoBox title={texts.box} icon={IconSearch} actions={button}>
      <div className={layout["stack"]} aria-live="polite">
        <p className={classes["note"]}>{texts.intro}</p>
        {search.isPending ? <LoadingState /> : null}
        {problem && !search.isPending ? (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={problem.text}>
            {problem.detail}
          </Alert>
        ) : null}
        {search.data && !search.isPending ? (
          <DataTable
            label={texts.found}
            rows={search.data.devices}
            columns={COLUMNS}
            rowKey={({ host, port, address }) => `${host}:${port} ${address}`}
            emptyState={{ title: texts.empty, text: texts.emptyText(search.data.adapters) }}
          />
        ) : null}
      </div>
    </InfoBox>
  );
}
