/** Field devices of an asset pod: which are connected, since when, and what waits for them. */
import { type AnswerOf, LIMITS, podAssets } from "@hubwart/contract";
import { IconDevices } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { podsTexts } from "../../../texts/index.ts";

const texts = podsTexts.assets;
type Asset = AnswerOf<typeof podAssets>["assets"][number];

const COLUMNS: readonly DataColumn<Asset>[] = [
  { id: "asset", header: texts.columns.asset, value: ({ asset }) => asset },
  {
    id: "state",
    header: texts.columns.state,
    value: ({ connected, known }) => (known ? (connected ? texts.connected : texts.away) : texts.unknown),
    cell: ({ connected, known }) =>
      known ? (
        <StatusBadge tone={connected ? "ok" : "off"}>{connected ? texts.connected : texts.away}</StatusBadge>
      ) : (
        <StatusBadge tone="warn">{texts.unknown}</StatusBadge>
      ),
  },
  {
    id: "since",
    header: texts.columns.since,
    value: ({ since }) => since,
    cell: ({ since }) => <RelativeTime ms={since} />,
  },
  { id: "address", header: texts.columns.address, value: ({ address }) => address },
  { id: "in", header: texts.columns.in, value: (asset) => asset.in, align: "right" },
  { id: "out", header: texts.columns.out, value: ({ out }) => out, align: "right" },
  { id: "waiting", header: texts.columns.waiting, value: ({ waiting }) => waiting, align: "right" },
];

export function AssetsBox({ pod }: { pod: string }) {
  const query = useQuery({
    queryKey: ["pods", pod, "assets"],
    queryFn: ({ signal }) => callApi(podAssets, { query: { pod }, signal }),
    refetchInterval: LIMITS.statusPoll,
  });
  return (
    <InfoBox title={texts.box} icon={IconDevices} flush>
      <QueryState query={query}>
        {({ assets }) => (
          <DataTable
            label={texts.box}
            name="assets"
            rows={assets}
            columns={COLUMNS}
            rowKey={({ asset, iface }) => `${iface} ${asset}`}
            emptyState={{ title: texts.empty, text: texts.emptyText }}
          />
        )}
      </QueryState>
    </InfoBox>
  );
}
