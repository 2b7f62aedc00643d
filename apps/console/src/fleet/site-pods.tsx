/** Pods of a site, as its hub tells them. */
import type { AnswerOf, pods } from "@hubwart/contract";
import { FactTable } from "../components/fact-table.tsx";
import { InfoBox } from "../components/info-box.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { fleetTexts } from "../texts/index.ts";
import { useSitePods } from "./queries.ts";

const texts = fleetTexts.site;

type Pod = AnswerOf<typeof pods>["pods"][number];

const COLUMNS = [
  { id: "pod", header: texts.pod, cell: ({ id }: Pod) => id, rowHeader: true, mono: true },
  { id: "state", header: texts.podState, cell: (pod: Pod) => <PodState pod={pod} /> },
  { id: "peer", header: texts.peer, cell: ({ peer }: Pod) => peer, mono: true },
  {
    id: "value",
    header: texts.lastValue,
    cell: ({ last_value: at }: Pod) => <RelativeTime ms={at} />,
  },
];

export function SitePods({ hub }: { hub: string }) {
  return (
    <InfoBox title={texts.pods} flush>
      <QueryState
        query={useSitePods(hub)}
        empty={(list) => list.length === 0}
        emptyState={{ title: texts.noPods }}
      >
        {(list) => <FactTable label={texts.pods} rows={list} columns={COLUMNS} rowKey={({ id }) => id} />}
      </QueryState>
    </InfoBox>
  );
}

function PodState({ pod: { connected, error, running } }: { pod: Pod }) {
  if (!running) return <StatusBadge tone="error">{error ?? texts.podStates.stopped}</StatusBadge>;
  return connected ? (
    <StatusBadge tone="ok">{texts.podStates.running}</StatusBadge>
  ) : (
    <StatusBadge tone="warn">{texts.podStates.unconnected}</StatusBadge>
  );
}
