/** The KNX interfaces of the project, and what else is in the network. */
import { IconShieldLock } from "@tabler/icons-react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { ToUpload } from "../../../components/to-upload.tsx";
import { knxTexts } from "../../../texts/index.ts";
import { type KnxInterface, useKnxInterfaces } from "../api/knx.ts";
import { SearchBox } from "../components/search-box.tsx";

const texts = knxTexts.list;

const COLUMNS: readonly DataColumn<KnxInterface>[] = [
  {
    id: "id",
    header: texts.columns.id,
    value: ({ id }) => id,
    cell: ({ id }) => <DottedName name={id} />,
  },
  {
    id: "pod",
    header: texts.columns.pod,
    value: ({ pod }) => pod,
    cell: ({ pod }) => <DottedName name={pod} />,
  },
  {
    id: "state",
    header: texts.columns.state,
    value: ({ state }) => state,
    cell: ({ state, error }) => (
      // One element: on a card, each would be a line of its own.
      <div>
        <StatusBadge tone={state ? "ok" : error === undefined ? "off" : "error"}>
          {state ? texts.up : texts.down}
        </StatusBadge>
        {state || error === undefined ? null : <span className={layout["second"]}>{error}</span>}
      </div>
    ),
  },
  {
    id: "keyring",
    header: texts.columns.keyring,
    value: ({ keyring }) => keyring,
    cell: ({ keyring }) => (keyring ? texts.keyring : texts.noKeyring),
  },
  {
    id: "debug",
    header: texts.columns.debug,
    value: ({ debug }) => knxTexts.log.levels[debug],
  },
  {
    id: "actions",
    header: texts.columns.actions,
    hideHeader: true,
    cell: ({ id, pod }) => (
      <ButtonLink
        component="a"
        to="/resources/knxsecure/$pod/$iface"
        params={{ pod, iface: id.slice(id.lastIndexOf(".") + 1) }}
        variant="default"
        size="xs"
        aria-label={texts.detailsOf(id)}
      >
        {texts.details}
      </ButtonLink>
    ),
    width: "1%",
  },
];

export function KnxPage() {
  const query = useKnxInterfaces();
  return (
    <PageFrame title={knxTexts.title}>
      <InfoBox title={texts.box} icon={IconShieldLock} flush>
        <QueryState query={query}>
          {({ interfaces }) => (
            <DataTable
              label={texts.box}
              name="interfaces"
              rows={interfaces}
              columns={COLUMNS}
              rowKey={({ id }) => id}
              emptyState={{ title: texts.empty, text: texts.emptyText, action: <ToUpload /> }}
            />
          )}
        </QueryState>
      </InfoBox>
      <SearchBox />
    </PageFrame>
  );
}
