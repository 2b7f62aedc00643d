/** The switch for network use, and all adapters at a glance. */
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconNetwork } from "@tabler/icons-react";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Edit } from "../../../lib/use-edit.ts";
import { networkTexts } from "../../../texts/index.ts";
import type { NetworkConfig } from "../api/settings.ts";
import { describeConfigured, type NetworkValues } from "../model/adapters.ts";
import { DescribedSwitch } from "./described-switch.tsx";
import classes from "./network.module.css";

const texts = networkTexts.network;
type Row = NetworkConfig["interfaces"][number] & { address: string };

const COLUMNS: readonly FactColumn<Row>[] = [
  { id: "device", header: texts.device, cell: ({ device }) => device },
  { id: "mac", header: texts.mac, cell: ({ mac }) => mac, mono: true },
  { id: "carrier", header: texts.carrier, cell: Connection },
  { id: "address", header: texts.address, cell: ({ address }) => address, mono: true },
  { id: "configured", header: texts.configured, cell: (row) => describeConfigured(row) },
];

/** In a frame of its own, so that it keeps its size in the narrow table. */
function Connection({ carrier }: Row) {
  return (
    <span>
      <Carrier plugged={carrier} />
    </span>
  );
}

export function Carrier({ plugged }: { plugged: boolean }) {
  const { plugged: yes, unplugged: no } = networkTexts.adapter;
  return <StatusBadge tone={plugged ? "ok" : "off"}>{plugged ? yes : no}</StatusBadge>;
}

export interface AdapterOverviewProps {
  edit: Edit<NetworkConfig, NetworkValues>;
  locked: boolean;
}

export function AdapterOverview({ edit, locked }: AdapterOverviewProps) {
  const { data, values } = edit;
  const rows = data.interfaces.map((adapter) => ({
    ...adapter,
    address: data.active.interfaces.find(({ device }) => device === adapter.device)?.ip ?? "",
  }));
  return (
    <InfoBox title={texts.box} icon={IconNetwork}>
      <div className={classes["stack"]}>
        <DescribedSwitch
          label={texts.use}
          text={texts.explain}
          checked={values.use}
          disabled={locked}
          onChange={(use) => edit.set({ use })}
        />
        {data.use && !values.use ? (
          <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
            {texts.turningOff}
          </Alert>
        ) : null}
      </div>
      <div className={classes["table"]}>
        <FactTable label={texts.table} rows={rows} columns={COLUMNS} rowKey={({ device }) => device} />
      </div>
    </InfoBox>
  );
}
