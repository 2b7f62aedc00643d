import { IconNetwork, IconRoute } from "@tabler/icons-react";
import type { Status } from "../../../api/info.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { statusTexts } from "../../../texts/index.ts";

type Host = Status["system"]["host"];
type Adapter = Host["net"][number];
type Route = Host["routing"][number];

const net = statusTexts.net;
const ADAPTER_COLUMNS: readonly FactColumn<Adapter>[] = [
  { id: "device", header: net.device, cell: ({ device }) => device },
  { id: "ip", header: net.ip, cell: ({ ip }) => ip, mono: true },
  { id: "mask", header: net.mask, cell: ({ mask }) => mask, mono: true },
  { id: "gw", header: net.gw, cell: ({ gw }) => gw, mono: true },
  { id: "mac", header: net.mac, cell: ({ mac }) => mac, mono: true },
];

export function AdapterBox({ adapters }: { adapters: readonly Adapter[] }) {
  return (
    <InfoBox title={net.title} icon={IconNetwork} flush>
      {adapters.length === 0 ? (
        <EmptyState title={net.empty} />
      ) : (
        <FactTable
          label={net.title}
          rows={adapters}
          columns={ADAPTER_COLUMNS}
          rowKey={({ device, ip }) => `${device} ${ip}`}
        />
      )}
    </InfoBox>
  );
}

const routing = statusTexts.routing;
const ROUTE_COLUMNS: readonly FactColumn<Route>[] = [
  {
    id: "net",
    header: routing.net,
    cell: ({ net }) => (net === "default" ? routing.default : net),
    mono: true,
  },
  { id: "ip", header: routing.ip, cell: ({ ip }) => ip, mono: true },
  { id: "device", header: routing.device, cell: ({ device }) => device },
];

/** Nothing without routes. */
export function RoutingBox({ routes }: { routes: readonly Route[] }) {
  if (routes.length === 0) return null;
  return (
    <InfoBox title={routing.title} icon={IconRoute} flush>
      <FactTable
        label={routing.title}
        rows={routes}
        columns={ROUTE_COLUMNS}
        rowKey={({ net, ip, device }) => `${net} ${ip} ${device}`}
      />
    </InfoBox>
  );
}
